"""The card of a result on Telegram: a picture that a command or a review's button brings."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.playing import Playing, label


@pytest.mark.parametrize(
    ("language", "ended"),
    [("en", "Given up after"), ("ru", "Игра сдана через"), ("zh", "0:00 后认输")],
)
async def test_card(play: Playing, language: str, ended: str) -> None:
    """The card is a photo; its caption has the result, and the name with its HTML signs."""
    ann, chat = play.in_private("<b>Ann</b>", language)
    await play.say(chat, ann, "/start")
    await play.deal(chat, ann, "3x5/2 ##M## ##M## #####")
    await play.say(chat, ann, "/giveup")
    card = await play.say(chat, ann, "/card")
    assert card.content.file
    assert card.text.startswith(f"<b>Ann</b>\n{ended}")
    review = await play.say(chat, ann, "/review")
    await play.press(review, ann, label("card", language))
    assert chat.last.text == card.text
    assert chat.last.content.file
