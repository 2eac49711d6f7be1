"""How the tests open one of the pages with an address of its own."""

from streamlit.testing.v1 import AppTest

from tests.web.page import checked


def visited(module: str, **query: str) -> AppTest:
    """Open a page with parameters in its address."""
    script = f"from advisor.web import {module}\n{module}.page()\n"
    page = AppTest.from_string(script, default_timeout=120)
    for key, value in query.items():
        page.query_params[key] = value
    return checked(page.run())


def param(page: AppTest, name: str) -> str:
    """One parameter of the address; empty if it is not there."""
    value = page.query_params.get(name, "")
    return value if isinstance(value, str) else value[-1]
