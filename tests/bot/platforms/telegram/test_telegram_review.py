"""Reviews on Telegram: from the finished board to the pages, on one message, in pictures."""

from __future__ import annotations

import pytest

from bot.app.counsel import Progress
from bot.app.errands import reviewing
from bot.i18n import LANGUAGES
from bot.reviews import Reviews
from core.game import Game, Outcome
from core.review import Review
from tests.bot.platforms.telegram.playing import (
    Playing,
    label,
    opening_keys,
    words,
)
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User


def page(key: str, language: str = "en") -> str:
    """Return the label of a button of the review."""
    return words(f"review.to_{key}", language)


async def lost(play: Playing, chat: Chat, user: User) -> Message:
    """Return the board of a game of two moves at least that ``user`` has lost."""
    space = f"telegram:{chat.id}"
    board = await play.say(chat, user, "/newgame 6 6 6")
    number = (await numbers(play, space))[-1]
    await play.press(board, user, next(opening_keys(board))[0])
    game = (await play.session(space, number)).game
    while not game.outcome:
        mines = game.minefield.mines if game.minefield else b""
        key = next(data for data, cell in opening_keys(board) if mines[cell])
        await play.press(board, user, key)
        # In a group what is certainly a mine takes a second press.
        game = (await play.session(space, number)).game
    assert game.outcome is Outcome.LOST
    return board


def columns(review: Message) -> list[str]:
    """Return the names of the columns that are shown of a board as text."""
    names = (line.split() for line in review.text.splitlines() if line.startswith("  "))
    return next(names)


async def numbers(play: Playing, space: str) -> list[int]:
    """Return the numbers of the games of a chat."""
    found = []
    for number in range(1, 20):
        try:
            await play.session(space, number)
        except AssertionError:
            break
        found.append(number)
    return found


@pytest.mark.parametrize("language", ["en", "ru", "zh-hans"])
async def test_pages_on_one_message(play: Playing, language: str) -> None:
    """A button below a finished board brings the review, whose pages replace one another."""
    code = language[:2]
    ann, chat = play.in_private("Ann", language)
    board = await lost(play, chat, ann)
    press = await play.press(board, ann, label("review", code))
    assert press.answered
    summary = chat.last
    assert summary is not board
    assert summary.picture
    assert len(summary.text) <= 1024
    assert summary.labels[0][0] == page("moves", code)
    await play.press(summary, ann, page("moves", code))
    assert chat.last is summary
    first = summary.picture
    await play.press(summary, ann, page("next", code))
    assert summary.picture != first
    assert not {"pre"} & {each["type"] for each in summary.content.entities}, "twice the board"
    await play.press(summary, ann, page("whole", code))
    assert summary.labels[0][0] == page("moves", code)
    await play.press(summary, ann, page("replay", code))
    replay = chat.last
    assert replay is not summary
    assert replay.picture
    assert replay.picture[:3] == b"GIF"
    assert len(play.world.calls("sendAnimation")) == 1, "as a photo it would not move"
    await play.press(replay, ann, label("review", code))
    assert replay.picture[:3] != b"GIF" or chat.last is not replay


async def test_first_words_become_the_review(
    play: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The announcement of a long review becomes the review, on the same message."""
    whole = Reviews.of

    async def slow(reviews: Reviews, game: Game, patience: float) -> Review | Progress:
        return await whole(reviews, game, patience) if patience else Progress(1, 2)

    monkeypatch.setattr(reviewing, "_FIRST_S", 0.0)
    monkeypatch.setattr(Reviews, "of", slow)
    ann, chat = play.in_private()
    await lost(play, chat, ann)
    # The review made for the statistics is dropped, or there would be nothing to wait for.
    await play.store.settled()
    monkeypatch.setattr(play.solver, "_reviews", Reviews(play.solver._run_warm))
    review = await play.say(chat, ann, "/review")
    assert "Reviewing" in review.versions[0].text
    assert not review.versions[0].file
    assert review.picture
    assert "Turning point" in review.text


async def test_text_only(play: Playing) -> None:
    """Where boards are text, so are the pages of a review."""
    ann, chat = play.in_private()
    await lost(play, chat, ann)
    settings = await play.say(chat, ann, "/settings")
    await play.press(settings, ann, words("settings.to_text"))
    review = await play.say(chat, ann, "/review")
    assert not review.picture
    assert any(bar in review.text for bar in "▁█")
    await play.press(review, ann, page("moves"))
    assert "Move 1 of" in review.text
    await play.press(review, ann, page("whole"))
    await play.press(review, ann, page("replay"))
    assert not chat.last.picture


async def wide_board(play: Playing, *said: str) -> tuple[Chat, User]:
    """Deal Ann, who has chosen texts, a board too wide for one, on which ``said`` is said."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/settings text on")
    await play.deal(chat, ann, "2x20/2 #M{0} #M{0}".format("#" * 18))
    for each in said:
        await play.say(chat, ann, each)
    return chat, ann


async def test_parts_of_a_board_as_text(play: Playing) -> None:
    """Of a board too wide for a text, buttons show the rest of each move's page, on its message."""
    chat, ann = await wide_board(play, "t1", "a2", "/giveup")
    review = await play.say(chat, ann, "/review 1")
    assert columns(review) == [*"abcdefghijkl"]
    assert review.labels[:2] == [["▶"], [page("next")]]
    await play.press(review, ann, "▶")
    assert columns(review) == [*"ijklmnopqrst"]
    assert "Move 1 of" in review.text
    await play.press(review, ann, page("next"))
    assert columns(review) == [*"lmnopqrst"], "of a map, the part with the move"
    await play.press(review, ann, "◀")
    assert columns(review) == [*"defghijkl"]
    assert review.labels[:2] == [["◀", "▶"], [page("back"), page("next")]]
    assert chat.last is review


async def test_parts_of_a_replay_and_a_card_as_text(play: Playing) -> None:
    """Of a board too wide for a text, buttons show the rest of a replay's and a card's as well."""
    chat, ann = await wide_board(play, "a2", "/giveup", "/newgame easy")
    for command in ("/review replay", "/card"):
        shown = await play.say(chat, ann, command)
        assert columns(shown) == [*"abcdefghijkl"]
        assert shown.labels[0] == ["▶"]
        await play.press(shown, ann, "▶")
        assert columns(shown) == [*"ijklmnopqrst"], "in its place"
        await play.press(shown, ann, "◀")
        assert columns(shown) == [*"abcdefghijkl"]
        assert chat.last is shown
        assert columns(await play.say(chat, ann, f"{command} T1")) == [*"ijklmnopqrst"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_signs_of_a_map(play: Playing, language: str) -> None:
    """Above a map of chances as text stands once what its signs mean; no board has that."""
    ann, chat = play.in_private("Ann", language)
    await lost(play, chat, ann)
    board = await play.say(chat, ann, "/newgame 6 6 6")
    await play.press(board, ann, next(opening_keys(board))[0])
    boards = [board.text]
    maps = [(await play.say(chat, ann, "/hint all")).text]
    await play.say(chat, ann, "/settings text on")
    maps.append((await play.say(chat, ann, "/hint all")).text)
    boards.append((await play.say(chat, ann, "/review")).text)
    maps.append((await play.say(chat, ann, "/review 2")).text)
    legend = words("board.chances", language)
    assert not [said for said in boards if legend in said]
    for said in maps:
        assert said.count(legend) == 1
        assert "\n1 " in said.partition(legend)[2]


async def test_group(play: Playing) -> None:
    """In a group anybody may look at the review of a finished game."""
    ann, bob, group = play.two_in_group()
    board = await lost(play, group, ann)
    await play.press(board, bob, label("review"))
    assert group.last is not board
    assert "Review:" in group.last.text


async def test_running_game(play: Playing) -> None:
    """A forged press for the review of a running game is refused in a toast."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame 6 6 6")
    await play.press(board, ann, next(opening_keys(board))[0])
    press = board.forge(ann, "1rev..0.")
    await play.settle()
    assert "not over yet" in press.toast
