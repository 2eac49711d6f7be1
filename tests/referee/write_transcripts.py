"""Write the transcripts of ``tests/data/transcripts``; they are read again by the tests.

``python -m tests.referee.write_transcripts`` plays whole matches of the rules of thumb, picking
for each file a seed whose match has something to show. Written once and then looked through by
hand: run it again only when a rule changes.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

from advisor.players.seated import ThumbPlayer
from advisor.referee.actions import Move, Reshuffle
from advisor.referee.game import apply, legal_actions, pack, position, shuffled
from advisor.referee.history import Hand
from advisor.referee.match import Match, after_hand, next_hand, start
from advisor.referee.replay import record
from advisor.referee.state import State
from advisor.rules import parse_rules

TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"
MAX_TURNS = 100


def play_hand(match: Match, players: list[ThumbPlayer], rng: Random) -> tuple[State, Hand] | None:
    """Play one hand among rules of thumb; None if it does not end."""
    first = state = next_hand(match, shuffled(pack(match.rules), rng))
    moves: list[Move] = []
    while state.result is None:
        if state.turn > MAX_TURNS:
            return None
        if state.seat is None:
            moves.append(Reshuffle(shuffled(state.pile[:-1], rng)))
        else:
            player, view = players[state.seat], position(state, state.seat)
            if state.drawn is None:
                moves.append(player.act(view, legal_actions(state)))
            else:
                moves.append(player.throw(view, state.drawn))
        state = apply(state, moves[-1])
    return state, record(first, moves)


def play_match(rules: str, names: list[str], hands: int, rng: Random) -> list[str] | None:
    """Play a match of at most so many hands; give its text, with why each hand ended."""
    match = start(parse_rules(rules), len(names))
    players = [ThumbPlayer(name) for name in names]
    blocks = []
    while match.winner is None and match.hands < hands:
        played = play_hand(match, players, rng)
        if played is None:
            return None
        state, hand = played
        assert state.result is not None
        *lines, result = hand.lines()
        blocks.append("\n".join([*lines, f"# {state.result.why}", result]))
        match = after_hand(match, state)
    return [f"rules {match.rules.name}", *blocks]


def first_with(name: str, rules: str, names: list[str], wanted: Callable[[str], bool]) -> None:
    """Write the first match whose text is as wanted."""
    for seed in range(5000):
        blocks = play_match(rules, names, 12 if "widow" in rules else 40, Random(seed))
        if blocks is not None and wanted("\n".join(blocks)):
            text = f"{blocks[0]}\n" + "\n\n".join(blocks[1:]) + "\n"
            path = TRANSCRIPTS / f"{name}.txt"
            path.write_text(f"# A match of {', '.join(names)}.\n{text}", encoding="utf-8")
            return
    raise LookupError(f"no match of {rules} has what is wanted")


def main() -> None:
    """Write one match for each preset, and some for switches that are rarely seen."""
    three = ["rising", "flat:24", "flat:27"]
    first_with("scat", "scat", three, lambda text: "shows 31" in text)
    first_with("scat-pub", "scat-pub", three, lambda text: " pays 2" in text and "tokens 0" in text)
    first_with("widow", "widow", three, lambda text: "shows 31" in text and " pass" in text)
    first_with("widow-any", "widow-any", three, lambda text: "before any card" in text)
    first_with("schwimmen", "schwimmen", ["flat:25", "flat:28"], lambda text: "pass\nwidow" in text)
    first_with(
        "scat-reshuffle",
        "scat[pack=32,tokens=1]",
        ["greedy", "greedy"],
        lambda text: "reshuffle" in text,
    )
    first_with(
        "scat-house",
        "scat[knocker_tied_lowest=double,thirty_one_after_knock=double,three_aces=32,tokens=2]",
        ["rising", "rising", "flat:20", "flat:29"],
        lambda text: "pays 2" in text and "shows 31" in text,
    )


if __name__ == "__main__":
    main()
