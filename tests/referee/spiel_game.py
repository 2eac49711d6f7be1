"""One hand of either game with a small pack, as an OpenSpiel game built on the referee.

Chance deals the whole deck card by card, so that every node is explicit. Hands may be endless:
after some turns the hand is void. What a player knows is the history as he would write it down.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyspiel

from advisor.cards import name, names
from advisor.odds.exchange import SWAP_SIZES
from advisor.referee.actions import (
    Action,
    Draw,
    Knock,
    Move,
    Pass,
    Reshuffle,
    Show,
    Swap,
    Take,
    Throw,
    Wait,
)
from advisor.referee.game import apply, deal, legal_actions, position
from advisor.referee.history import History
from advisor.referee.replay import record, seen_by
from advisor.rules import Rules, parse_rules

if TYPE_CHECKING:
    from advisor.referee.state import State

MAX_TURNS = 16
SEATS = 2

PLAIN = (Knock(), Draw(), Pass(), Show(), Wait())

Code = Any
"""What an action's number stands for: the action, or the kind of one with its card, or the
places in the hand and in the widow whose cards change."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A hand of some rules with the highest `size` cards of the pack."""

    RULES: ClassVar[Rules]
    SIZE: ClassVar[int]
    TYPE: ClassVar[Any]
    cards: ClassVar[list[int]]
    codes: ClassVar[list[Code]]

    def __init_subclass__(cls) -> None:
        """Number the actions once for each class: a game read back from text has nothing else."""
        cls.cards = list(range(52 - cls.SIZE, 52))
        cls.codes = [*PLAIN, *product((Take, Throw), cls.cards)]
        if cls.RULES.game == "widow":
            places = [
                tuple(combinations(range(3), size)) for size in SWAP_SIZES[cls.RULES.exchange]
            ]
            cls.codes = [*PLAIN, *(pair for chosen in places for pair in product(chosen, chosen))]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(self.codes), self.SIZE),
            max_chance_outcomes=self.SIZE,
            num_players=SEATS,
            min_utility=-2.0,
            max_utility=2.0,
            utility_sum=0.0,
            # Two actions in a turn, and each seat may be told to show or to wait.
            max_game_length=2 * MAX_TURNS + SEATS,
        )
        super().__init__(self.TYPE, info, params or {})

    def new_initial_state(self) -> "SpielState":
        """Begin before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Bound the cards that chance puts somewhere."""
        return int(self.SIZE) * (1 + MAX_TURNS)

    def make_py_observer(
        self, iig_obs_type: object = None, params: object = None
    ) -> "SpielObserver":
        """Give what looks at a state with one player's eyes."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """Cards that chance has laid so far, and then the referee's state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game = game
        self.laid: list[int] = []
        self.first: State | None = None
        self.moves: list[Move] = []
        self.now: State | None = None

    @property
    def waiting_for(self) -> list[int]:
        """List the cards among which chance chooses the next one."""
        if self.now is None:
            return [card for card in self.game.cards if card not in self.laid]
        return [card for card in self.now.pile[:-1] if card not in self.laid]

    def current_player(self) -> int:
        """Give who acts: chance, a seat, or nobody."""
        if self.is_terminal():
            player: int = pyspiel.PlayerId.TERMINAL
        elif self.now is None or self.now.seat is None:
            player = pyspiel.PlayerId.CHANCE
        else:
            player = self.now.seat
        return player

    def is_terminal(self) -> bool:
        """Tell whether the hand is over, or void because it lasts too long."""
        if self.now is None:
            return False
        return self.now.result is not None or self.now.turn >= MAX_TURNS

    def returns(self) -> list[float]:
        """Give tokens or antes won: what one pays, or the pot has, the other gets."""
        if self.now is None or self.now.result is None:
            return [0.0, 0.0]
        paid, pot = self.now.result.paid, self.now.result.pot
        won = [float(2 * share - bool(any(pot))) for share in pot]
        return [won[seat] + paid[1 - seat] - paid[seat] for seat in range(SEATS)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give every card that may come next the same chance."""
        cards = sorted(self.waiting_for)
        return [(self.game.cards.index(card), 1 / len(cards)) for card in cards]

    def _legal_actions(self, _player: int) -> list[int]:
        assert self.now is not None
        codes = [self._code(action) for action in legal_actions(self.now)]
        return sorted(self.game.codes.index(code) for code in codes)

    def _code(self, action: Action) -> Code:
        assert self.now is not None
        assert self.now.seat is not None
        if isinstance(action, Swap):
            hand, widow = self.now.hands[self.now.seat], self.now.widow
            return tuple(map(hand.index, action.give)), tuple(map(widow.index, action.get))
        return (type(action), action.discard) if isinstance(action, (Take, Throw)) else action

    def _action(self, code: Code) -> Action:
        assert self.now is not None
        if code in PLAIN:
            return code  # type: ignore[no-any-return]  # it is an action itself
        first, second = code
        if self.game.RULES.game == "scat":
            return first(second)  # type: ignore[no-any-return]  # Take or Throw of a card
        assert self.now.seat is not None
        hand, widow = self.now.hands[self.now.seat], self.now.widow
        return Swap(tuple(hand[at] for at in first), tuple(widow[at] for at in second))

    def _apply_action(self, number: int) -> None:
        if self.is_chance_node():
            self._lay(self.game.cards[number])
        else:
            self._move(self._action(self.game.codes[number]))

    def _lay(self, card: int) -> None:
        self.laid.append(card)
        if self.waiting_for:
            return
        laid, self.laid = tuple(self.laid), []
        if self.now is None:
            rules = self.game.RULES
            self.first = self.now = deal(rules, (rules.tokens,) * SEATS, SEATS - 1, laid)
        else:
            self._move(Reshuffle(laid))

    def _move(self, move: Move) -> None:
        assert self.now is not None
        self.now = apply(self.now, move)
        self.moves.append(move)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Lay {name(self.game.cards[number])}"
        return f"Seat {player}: {self._action(self.game.codes[number])}"

    def known_to(self, seat: int) -> str:
        """Write what a seat has seen from the deal to now."""
        if self.first is None or self.now is None:
            return f"seat {seat}, before the deal"
        hand = seen_by(record(self.first, self.moves), seat)
        asked = " is asked for 31" if self.now.offers[:1] == (seat,) else ""
        mixing = " while chance mixes" if self.laid else ""
        return f"seat {seat}{asked}{mixing}\n{History(hand.rules, (hand,))}"

    def __str__(self) -> str:
        moves = "; ".join(map(str, self.moves))
        dealt = "" if self.first is None else str(self.first.hands)
        return f"{dealt} {moves} [{names(self.laid)}]"


class SpielObserver:
    """What one player sees, as bits for the cards and as text."""

    def __init__(self, game: SpielGame, kind: object, params: object) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        self.perfect_recall = bool(getattr(kind, "perfect_recall", False))
        self.cards = game.cards
        places = ("hand", "open", "drawn")
        self.tensor = np.zeros(SEATS + len(places) * len(self.cards), np.float32)
        self.dict = {"player": self.tensor[:SEATS]}
        for number, place in enumerate(places):
            start = SEATS + number * len(self.cards)
            self.dict[place] = self.tensor[start : start + len(self.cards)]

    def set_from(self, state: SpielState, player: int) -> None:
        """Set the bits of what a player sees now."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.now is None:
            return
        view = position(state.now, player)
        drawn = state.now.drawn if state.now.seat == player else None
        self._set("hand", view.hand)
        self._set("open", view.widow if view.top is None else (view.top,))
        self._set("drawn", () if drawn is None else (drawn,))

    def _set(self, place: str, cards: Sequence[int]) -> None:
        for card in cards:
            self.dict[place][self.cards.index(card)] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        """Write what a player sees now, or all he has seen."""
        if self.perfect_recall:
            return state.known_to(player)
        if state.now is None:
            return f"seat {player}, before the deal"
        drawn = state.now.drawn if state.now.seat == player else None
        return f"{position(state.now, player)} {'' if drawn is None else name(drawn)}"


def _type(short_name: str, rules: Rules, size: int) -> object:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=f"Thirty-One, {rules.name}, {size} cards",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


class Scat(SpielGame):
    """Scat with three cards in the stock."""

    RULES = parse_rules("scat")
    SIZE = 10
    TYPE = _type("python_thirtyone_scat", RULES, SIZE)


class ScatHouse(SpielGame):
    """Scat that ends with its two cards of stock, and where three aces end the hand."""

    RULES = parse_rules("scat[stock_out=showdown,three_aces=32]")
    SIZE = 9
    TYPE = _type("python_thirtyone_scat_house", RULES, SIZE)


class Widow(SpielGame):
    """Widow, one card for one."""

    RULES = parse_rules("widow")
    SIZE = 12
    TYPE = _type("python_thirtyone_widow", RULES, SIZE)


class Schwimmen(SpielGame):
    """Schwimmen with cards for one fresh widow."""

    RULES = parse_rules("schwimmen")
    SIZE = 12
    TYPE = _type("python_thirtyone_schwimmen", RULES, SIZE)


GAMES = (Scat, ScatHouse, Widow, Schwimmen)
for game in GAMES:
    pyspiel.register_game(game.TYPE, game)
