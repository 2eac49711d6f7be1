"""House rules are drawn only while somebody looks at them."""

from advisor.web.settings import RULES_OPEN
from tests.web.page import checked, choose, link, opened, press, type_in


def test_house_rules_hold_when_nobody_looks_at_them() -> None:
    """A switch that was set stays set, in the link and after the next card, with the rules shut."""
    page = choose(opened(), "sw_pack", "32")
    page.session_state[RULES_OPEN] = False
    checked(page.run())
    assert not [box for box in page.selectbox if str(box.key).startswith("sw_")]
    page = type_in(page, "top", "9s")
    assert link(page).startswith("scat[pack=32] ")
    page.session_state[RULES_OPEN] = True
    assert checked(page.run()).selectbox(key="sw_pack").value == "32"


def test_undo_takes_a_house_rule_back_behind_closed_doors() -> None:
    """What is undone must be undone even if its field is not on the screen."""
    page = choose(opened(), "sw_pack", "32")
    page.session_state[RULES_OPEN] = False
    page = press(checked(page.run()), ":material/undo:")
    assert "pack" not in link(page)
    page.session_state[RULES_OPEN] = True
    assert checked(page.run()).selectbox(key="sw_pack").value == "52"
