"""The Streamlit entry: navigation, nothing else."""

import streamlit as st

from advisor.web import advisor_page, how_page, tables_page

st.set_page_config(page_title="Thirty-One Advisor", page_icon="♠️", layout="wide")

st.navigation(
    [
        st.Page(
            advisor_page.page,
            title="Advisor",
            icon=":material/playing_cards:",
            default=True,
        ),
        st.Page(tables_page.page, title="Tables", icon=":material/bar_chart:", url_path="tables"),
        st.Page(
            how_page.page,
            title="How it works",
            icon=":material/menu_book:",
            url_path="how-it-works",
        ),
    ],
    position="top",
).run()
