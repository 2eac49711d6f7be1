"""The command ``thirtyone``: questions in, tables or JSON out; no arithmetic of its own.

Exit codes: 0 answered, 2 the question was wrong (one line on the standard error), 1 our fault.
What only some commands need is imported by them, so that the others start fast.
"""

from advisor.cli import (
    advise,
    count,
    equity,
    exploit,
    knock,
    match,
    odds,
    page,
    play,
    review,
    rules,
    solve,
    table,
)
from advisor.cli.door import app, main

__all__ = ["app", "main"]

# The help lists them in this order.
app.command()(advise.advise)
app.command()(odds.odds)
app.command()(knock.knock)
app.command()(equity.equity)
app.command()(table.table)
app.command("match")(match.play_match)
app.command("rules")(rules.say_rules)
app.command("app")(page.serve)
app.command()(play.play)
app.command()(solve.solve)
app.command()(exploit.exploit)
app.command()(count.count)
app.command()(review.review)
