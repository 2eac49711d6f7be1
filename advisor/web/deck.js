// The deck: a tap shows at once where the card goes, and is told to the page with a number, so
// that however quick the taps are none is lost or counted twice. Only taps that the page has not
// answered are told: a server that was restarted knows the cards from the address, not the taps.

const decks = new WeakMap();
const KEPT = 60;
const RANKS = { 1: "T", 0: "T", T: "T", J: "J", Q: "Q", K: "K", A: "A" };

function begin(parent) {
  const root = document.createElement("div");
  root.className = "deck";
  parent.appendChild(root);
  return {
    root,
    id: Math.random().toString(36).slice(2),
    taps: [],
    count: 0,
    heard: 0,
    again: 0,
    rank: "",
    buttons: new Map(),
    layout: "",
  };
}

function tap(deck, name) {
  deck.count += 1;
  deck.taps = [...unheard(deck), [deck.count, name]].slice(-KEPT);
  const button = deck.buttons.get(name);
  const held = button.getAttribute("aria-pressed") === "true";
  mark(button, held ? "" : deck.data.sign, held ? "" : deck.data.place);
  deck.tell("taps", { id: deck.id, taps: deck.taps });
}

function unheard(deck) {
  return deck.taps.filter(([number]) => number > deck.heard);
}

// A restarted server takes the first tap for the state it began with: tell it once more. One that
// was broken off by the next tap may have missed this one: if it still has after a moment, likewise.
function tellAgain(deck) {
  if (deck.again === deck.count) return;
  const count = deck.count;
  const tell = () => {
    if (deck.again === count || deck.count !== count || deck.heard >= count) return;
    deck.again = count;
    deck.tell("taps", { id: deck.id, taps: unheard(deck), again: count });
  };
  if (deck.id in deck.data.done) setTimeout(tell, 250);
  else tell();
}

function mark(button, sign, place) {
  button.setAttribute("aria-pressed", sign ? "true" : "false");
  button.setAttribute("aria-label", button.dataset.words + (place ? `, ${place}` : ""));
  button.querySelector(".sign").textContent = sign;
}

// Arrows walk through the deck; a rank and then a suit typed one after the other tap a card.
function key(deck, event) {
  const button = event.target.closest("button");
  if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...deck.root.children].map((row) => [...row.children]);
  const y = rows.findIndex((row) => row.includes(button));
  const x = rows[y].indexOf(button);
  const steps = {
    ArrowLeft: [y, x - 1],
    ArrowRight: [y, x + 1],
    ArrowUp: [y - 1, x],
    ArrowDown: [y + 1, x],
    Home: [y, 0],
    End: [y, rows[y].length - 1],
  };
  const typed = event.key.toUpperCase();
  if (event.key in steps) {
    const [row, place] = steps[event.key];
    const next = rows[row] && rows[row][place];
    if (next) focus(deck, next);
  } else if (/^[2-9]$/.test(typed) || typed in RANKS) {
    deck.rank = RANKS[typed] || typed;
  } else if (/^[CDHS]$/.test(typed)) {
    const name = deck.rank + typed.toLowerCase();
    deck.rank = "";
    if (deck.buttons.has(name)) {
      tap(deck, name);
      focus(deck, deck.buttons.get(name));
    }
  } else {
    return;
  }
  // The page's own shortcuts are letters too.
  event.preventDefault();
  event.stopPropagation();
}

function focus(deck, button) {
  for (const other of button.parentElement.children) other.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
}

function lay(deck) {
  deck.buttons.clear();
  deck.root.replaceChildren(
    ...deck.data.rows.map((row) => {
      const line = document.createElement("div");
      line.className = "row";
      line.setAttribute("role", "toolbar");
      line.setAttribute("aria-label", row.suit);
      line.style.gridTemplateColumns = `repeat(${row.cards.length}, minmax(0, 1fr))`;
      row.cards.forEach((card, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.tabIndex = place ? -1 : 0;
        button.dataset.card = card.name;
        button.dataset.words = card.words;
        const [rank, below, suit, sign] = ["rank", "below", "suit", "sign"].map((name) => {
          const part = document.createElement("span");
          part.className = name;
          return part;
        });
        rank.textContent = card.rank;
        suit.textContent = card.sign;
        below.append(suit, sign);
        button.append(rank, below);
        button.onclick = () => {
          focus(deck, button);
          tap(deck, card.name);
        };
        deck.buttons.set(card.name, button);
        line.appendChild(button);
      });
      return line;
    })
  );
}

export default function (component) {
  const { data, parentElement, setStateValue } = component;
  if (!decks.has(parentElement)) decks.set(parentElement, begin(parentElement));
  const deck = decks.get(parentElement);
  deck.data = data;
  deck.tell = setStateValue;
  deck.root.onkeydown = (event) => key(deck, event);
  const layout = JSON.stringify(data.rows.map((row) => row.cards.length));
  if (layout !== deck.layout) {
    deck.layout = layout;
    lay(deck);
  }
  data.rows.forEach((row, place) => {
    deck.root.children[place].style.setProperty("--ink", row.ink);
  });
  // What the page has not heard of yet stays as it was tapped.
  deck.heard = Math.max(deck.heard, data.done[deck.id] || 0);
  if (deck.heard < deck.count) {
    tellAgain(deck);
    return;
  }
  for (const [name, button] of deck.buttons) {
    const [sign, place] = data.marks[name] || ["", ""];
    mark(button, sign, place);
  }
}
