"""The web page: Streamlit pages and their parts. No arithmetic happens here."""
