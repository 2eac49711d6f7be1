"""A text from a file or in an address: small, bounded, and checked before anybody reads it."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Final

from advisor.question import MAX_FILE

MAX_LINK: Final = 4_000
"""Characters of a link; browsers and chat programs pass on so many."""
MAX_UNPACKED: Final = 200_000
"""Bytes that are unpacked at most."""


class PackedError(ValueError):
    """A link or a file that holds no text, or too much; one clear sentence."""


def packed(text: str) -> str:
    """Pack a text for an address; give nothing if it is too long for one."""
    link = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return link if len(link) <= MAX_LINK else ""


def unpacked(link: str) -> str:
    """Read what :func:`packed` wrote.

    Parameters
    ----------
    link
        Anybody's text; at most 4,000 characters are read, and no more than 200,000 unpacked.

    Raises
    ------
    PackedError
        If it is too long or damaged.
    """
    if len(link) > MAX_LINK:
        raise PackedError(f"the link has {len(link)} characters; at most {MAX_LINK} are read")
    unpacker = zlib.decompressobj()
    try:
        written = link.encode("ascii")
        content = base64.b64decode(
            written + b"=" * (-len(written) % 4), altchars=b"-_", validate=True
        )
        found = unpacker.decompress(content, MAX_UNPACKED)
        if not unpacker.eof:
            raise PackedError("the link is damaged or holds too much; open the saved file instead")
        return found.decode()
    except (binascii.Error, zlib.error, UnicodeError) as error:
        raise PackedError("the link is damaged; open the saved file instead") from error


def decoded(content: bytes) -> str:
    """Read the text of a file of bounded size.

    Raises
    ------
    PackedError
        If it is too large or not text.
    """
    if len(content) > MAX_FILE:
        raise PackedError(f"the file has {len(content)} bytes; at most {MAX_FILE} are read")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackedError("the file is not a text in UTF-8; expected a history") from error
