"""Updates as Telegram writes them, made by hand."""

from __future__ import annotations

import json
from typing import Any

ANN = {"id": 1001, "is_bot": False, "first_name": "Ann"}
MINES = {"id": 7000000001, "is_bot": True, "first_name": "Mines"}
CHAT = {"id": 1001, "type": "private", "first_name": "Ann"}


def keyboard() -> dict[str, Any]:
    """Return a keyboard of eleven rows of eight buttons."""
    return {
        "inline_keyboard": [
            [
                {"text": "⬜", "callback_data": f"o{row:02}{col:02}:Abcdefgh12:0017"}
                for col in range(8)
            ]
            for row in range(11)
        ]
    }


def board(**more: Any) -> dict[str, Any]:
    """Return a message of the bot with a keyboard of 88 buttons."""
    text = {"text": "Mines: 10", "entities": [{"type": "bold", "offset": 0, "length": 5}]}
    head = {"message_id": 102, "date": 1767225600, "chat": CHAT, "from": MINES}
    return head | text | {"reply_markup": keyboard()} | more


def press(update_id: int = 1, message: Any = None, **more: Any) -> dict[str, Any]:
    """Return a press on ``message``, else on a board."""
    query = {"id": "43", "from": ANN, "chat_instance": "1", "data": "o0304:Abcdefgh12:0017"}
    return {
        "update_id": update_id,
        "callback_query": query | {"message": message or board()} | more,
    }


def said(update_id: int = 1, text: str = "c4", chat: int = 1001, **more: Any) -> dict[str, Any]:
    """Return a message of Ann's."""
    message = {"message_id": 5, "date": 1767225600, "chat": CHAT | {"id": chat}, "from": ANN}
    return {"update_id": update_id, "message": message | {"text": text} | more}


def raw(update: Any) -> bytes:
    """Return ``update`` as bytes."""
    return json.dumps(update, ensure_ascii=False).encode()
