"""The Streamlit entry: navigation, nothing else."""

import streamlit as st

from advisor.web import (
    advisor_page,
    hand_page,
    how_page,
    live_page,
    review_page,
    strategy_page,
    tables_page,
    trainer_page,
)

st.set_page_config(page_title="Thirty-One Advisor", page_icon="♠️", layout="wide")

st.navigation(
    [
        st.Page(
            advisor_page.page,
            title="Advisor",
            icon=":material/playing_cards:",
            default=True,
        ),
        st.Page(live_page.page, title="At the table", icon=":material/groups:", url_path="live"),
        st.Page(trainer_page.page, title="Trainer", icon=":material/school:", url_path="trainer"),
        st.Page(review_page.page, title="Review", icon=":material/fact_check:", url_path="review"),
        st.Page(
            strategy_page.page,
            title="Strategy",
            icon=":material/lightbulb:",
            url_path="strategy",
        ),
        st.Page(hand_page.page, title="Hands", icon=":material/style:", url_path="hands"),
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
