# ruff: noqa: ANN401  # pyspiel has no types
"""Games of OpenSpiel for our solver, and games of ours for OpenSpiel's best response."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python import policy  # type: ignore[import-untyped]  # it has none
from open_spiel.python.algorithms import exploitability  # type: ignore[import-untyped]

from advisor.solve.tree import CHANCE, TERMINAL, Game, Tree


class FromSpiel:
    """A game of OpenSpiel through our interface."""

    def __init__(self, name: str) -> None:
        self._game = pyspiel.load_game(name)

    def initial(self) -> Any:
        """Begin."""
        return self._game.new_initial_state()

    def player(self, state: Any) -> int:
        """Say who acts."""
        if state.is_terminal():
            return TERMINAL
        return CHANCE if state.is_chance_node() else int(state.current_player())

    def moves(self, state: Any) -> list[tuple[Any, float]]:
        """List what may come next."""
        if state.is_chance_node():
            return [(state.child(action), chance) for action, chance in state.chance_outcomes()]
        return [(state.child(action), 1.0) for action in state.legal_actions()]

    def information(self, state: Any) -> Hashable:
        """Give what the player who acts knows."""
        return str(state.information_state_string())

    def payoff(self, state: Any) -> float:
        """Say what player 0 wins."""
        return float(state.returns()[0])


def nash_conv_by_spiel(game: "Game[Any]", tree: Tree, strategy: NDArray[np.float64]) -> float:
    """Let OpenSpiel compute how much both players gain by answering a strategy best."""
    spiel = _game_class(game)()
    chances: dict[str, list[float]] = {}
    for number, key in enumerate(tree.information):
        first, last = tree.offset[number], tree.offset[number + 1]
        chances[f"{tree.owner[number]} {key!r}"] = strategy[first:last].tolist()

    def rule(state: Any) -> list[tuple[int, float]]:
        return list(enumerate(chances[state.information_state_string()]))

    tabular = policy.tabular_policy_from_callable(spiel, rule)
    return float(exploitability.nash_conv(spiel, tabular))


class _Look:
    """A state of ours and what may follow it; never changed, so copies may share it."""

    def __init__(self, game: "Game[Any]", inner: Any) -> None:
        self.inner, self.who = inner, game.player(inner)
        self.open = [] if self.who == TERMINAL else list(game.moves(inner))
        self._after: dict[int, _Look] = {}
        self._game = game

    def after(self, number: int) -> "_Look":
        """Look at what follows a move; once, however often OpenSpiel asks."""
        if number not in self._after:
            self._after[number] = _Look(self._game, self.open[number][0])
        return self._after[number]

    def __deepcopy__(self, _memo: object) -> "_Look":
        return self


def _game_class(game: "Game[Any]") -> Any:  # noqa: C901  # two small classes
    kind = pyspiel.GameType(
        short_name="python_solver_game",
        long_name="A game of the solver",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )

    first = _Look(game, game.initial())

    class SolverGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
        """The whole game, of which OpenSpiel only asks for the first state."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            info = pyspiel.GameInfo(
                num_distinct_actions=64,
                max_chance_outcomes=100_000,
                num_players=2,
                min_utility=-2.0,
                max_utility=2.0,
                utility_sum=0.0,
                max_game_length=100,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> "SolverState":
            """Begin."""
            return SolverState(self, first)

    class SolverState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
        """A state of ours."""

        def __init__(self, of: SolverGame, look: _Look) -> None:
            super().__init__(of)
            self.look = look

        def current_player(self) -> int:
            """Say who acts."""
            spoken = {TERMINAL: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}
            return int(spoken.get(self.look.who, self.look.who))

        def _legal_actions(self, _player: int) -> list[int]:
            return list(range(len(self.look.open)))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            """List chances by number."""
            return [(number, chance) for number, (_, chance) in enumerate(self.look.open)]

        def _apply_action(self, action: int) -> None:
            self.look = self.look.after(action)

        def is_terminal(self) -> bool:
            """Tell whether it is over."""
            return self.look.who == TERMINAL

        def returns(self) -> list[float]:
            """Say what both have won."""
            won = game.payoff(self.look.inner) if self.is_terminal() else 0.0
            return [won, -won]

        def information_state_string(self, player: int | None = None) -> str:
            """Write what the player who acts knows."""
            assert player in {None, self.look.who}
            return f"{self.look.who} {game.information(self.look.inner)!r}"

        def _action_to_string(self, _player: int, action: int) -> str:
            return str(action)

        def __str__(self) -> str:
            return repr(self.look.inner)

    return SolverGame
