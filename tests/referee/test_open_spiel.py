"""OpenSpiel's own tests on games built on the referee."""

from random import Random

import pyspiel
import pytest
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]  # it has none
    generate_playthrough,
)

from tests.referee.spiel_game import GAMES


@pytest.fixture(params=GAMES, ids=lambda game: game.__name__)
def spiel(request: pytest.FixtureRequest) -> pyspiel.Game:
    """Load one game after the other."""
    return pyspiel.load_game(request.param.TYPE.short_name)


def test_random_simulations(spiel: pyspiel.Game) -> None:
    """OpenSpiel's random simulation finds every promise of its interface kept."""
    pyspiel.random_sim_test(spiel, num_sims=50, serialize=True, verbose=False)


def test_playthrough_repeats(spiel: pyspiel.Game) -> None:
    """OpenSpiel's playthrough calls the whole interface and gives the same text again."""
    name = spiel.get_type().short_name
    first, again = (generate_playthrough.playthrough(name, None, seed=5) for _ in range(2))
    assert first == again
    assert "IsTerminal() = True" in first


def test_information_decides_what_is_legal(spiel: pyspiel.Game) -> None:
    """States that a player cannot tell apart give him the same moves, and hide the other hand."""
    rng = Random(1)
    legal: dict[str, list[int]] = {}
    endings = set()
    for _ in range(150):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                known = state.information_state_string()
                assert legal.setdefault(known, state.legal_actions()) == state.legal_actions()
            state.apply_action(rng.choice(state.legal_actions()))
        endings.add(tuple(state.returns()))
        assert sum(state.returns()) == 0
    assert len(endings) > 1


def test_hidden_cards_do_not_show(spiel: pyspiel.Game) -> None:
    """Swapping two cards that a player has not seen changes nothing that he is told."""
    rng, compared = Random(2), 0
    for _ in range(20):
        cards = spiel.max_chance_outcomes()
        order = rng.sample(range(cards), cards)
        mixed = order.copy()
        # Seat 0 holds cards 0, 2 and 4 of the deck; the last one lies at the bottom of the stock.
        mixed[1], mixed[-1] = mixed[-1], mixed[1]
        told = []
        for deck in (order, mixed):
            state = spiel.new_initial_state()
            for card in deck:
                state.apply_action(card)
            told.append(None if state.is_terminal() else state.information_state_string(0))
        if None not in told:
            assert told[0] == told[1]
            compared += 1
    assert compared > 5
