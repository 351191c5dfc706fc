"""The coach on Discord: the steps of a hint, the solver at work, statistics."""

from __future__ import annotations

import pytest

from bot.i18n import LANGUAGES
from core.game import Outcome
from core.grid import Grid
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

pytestmark = pytest.mark.gateway


async def test_four_steps_of_a_hint(play: PlayingDiscord) -> None:
    """Each press of the hint button tells another step; the first also names the price."""
    ann, channel = play.in_private()
    board = await begun(play, channel, ann)
    told = (await play.press(board, ann, label("hint_price"))).reply
    assert "Step 1 of 4" in told.text
    assert "counts as assisted" in told.text
    for step in (2, 3, 4):
        told = (await play.press(board, ann, label("hint"))).reply
        assert f"Step {step} of 4" in told.text
    assert (await play.session(channel)).hints == 1


async def test_a_hint_stays_in_sight(play: PlayingDiscord) -> None:
    """In a private chat a large board stays where the hint was, for nobody else looks at it."""
    ann, channel = play.in_private()
    await play.deal(channel, ann, "2x40/2 {0} {0}".format("###M".ljust(40, "#")))
    await play.say(channel, ann, "/board an1")
    assert (await play.session(channel)).focus == 39
    for _ in range(3):  # the third step names the cell
        await play.slash(channel, ann, "hint")
    assert (await play.session(channel)).focus == 4


async def test_hints_of_two(play: PlayingDiscord) -> None:
    """Two players on one board are each told a hint from its first step; it counts once."""
    ann, bob, channel = play.two_in_server()
    await play.deal(channel, ann, "2x6/2 ###M## ###M##")
    for step in (1, 2):
        assert f"Step {step} of 4" in (await play.slash(channel, ann, "hint")).reply.text
    board = (await play.slash(channel, bob, "board")).reply
    for step in (1, 2, 3):
        told = (await play.press(board, bob, label("hint"))).reply
        assert f"Step {step} of 4" in told.text
        assert told.viewer is bob
    assert (await play.session(channel)).hints == 1


@pytest.mark.parametrize("side", [5, 8, 16])
async def test_the_map_of_a_written_hint(play: PlayingDiscord, side: int) -> None:
    """A typed /hint all shows the chances on a board of any size, until the next move."""
    ann, channel = play.in_private()
    await play.say(channel, ann, f"/newgame {side} {side} {side * side // 4}")
    await play.press(channel.last, ann, next(opening_keys(channel.last))[0])
    begun = channel.last.picture
    await play.say(channel, ann, "/hint all")
    board = channel.last
    assert words("hint.map") in board.text
    assert "```" in board.text or board.picture not in {None, begun}
    await play.press(board, ann, next(opening_keys(board))[0])
    assert "```" not in board.text
    assert (board.picture is None) == (begun is None)


async def test_a_hint_where_boards_are_text(play: PlayingDiscord) -> None:
    """Where boards are text, a hint shows marks, and at last chances, on a board as text."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "settings", change="text on")
    await play.deal(channel, ann, "2x6/2 ###M## ###M##")
    told = [(await play.slash(channel, ann, "hint")).reply for _ in range(4)]
    assert not [each for each in told if each.picture]
    why, chances = told[1].text, told[3].text
    assert "1  . .[2]#[#|#]" in why.partition("```")[2]
    assert "Step 4 of 4" in chances
    assert "*" in chances.partition("```")[2]


async def wide_board(play: PlayingDiscord, *said: str) -> tuple[Channel, User]:
    """Deal Ann, who has chosen texts, a board too wide for one, on which ``said`` is said."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "settings", change="text on")
    await play.deal(channel, ann, "2x20/2 #M{0} #M{0}".format("#" * 18))
    for each in said:
        await play.say(channel, ann, each)
    return channel, ann


async def test_parts_of_a_board_as_text(play: PlayingDiscord) -> None:
    """Of a board too wide for a text, buttons show the rest of each move's page, on its message."""
    channel, ann = await wide_board(play, "t1", "a2", "/giveup")
    review = (await play.slash(channel, ann, "review", move=2)).reply
    assert "i  j  k  l  m  n  o  p  q  r  s  t" in review.text, "the part with the move"
    assert review.labels[0] == ["◀"]
    await play.press(review, ann, "◀")
    assert " a  b  c  d  e  f  g  h  i  j  k  l" in review.text
    assert review.labels[0] == ["▶"]
    await play.press(review, ann, words("review.to_back"))
    assert " a b c d e f g h i j k l m n o p q r" in review.text
    await play.press(review, ann, "▶")
    assert " c d e f g h i j k l m n o p q r s t" in review.text


@pytest.mark.parametrize("command", ["card", "review"])
async def test_parts_of_a_replay_and_a_card_as_text(play: PlayingDiscord, command: str) -> None:
    """Of a board too wide for a text, buttons show the rest of a replay's and a card's as well."""
    channel, ann = await wide_board(play, "a2", "/giveup", "/newgame easy")
    options = {"replay": True} if command == "review" else {}
    shown = (await play.slash(channel, ann, command, **options)).reply
    assert " a b c d e f g h i j k l m n o p q r" in shown.text
    assert shown.labels[0] == ["▶"]
    await play.press(shown, ann, "▶")
    assert " c d e f g h i j k l m n o p q r s t" in shown.text, "in its place"
    assert shown.labels[0] == ["◀"]
    await play.press(shown, ann, "◀")
    assert " a b c d e f g h i j k l m n o p q r" in shown.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_signs_of_a_map(play: PlayingDiscord, language: str) -> None:
    """Above a map of chances as text stands once what its signs mean; no board has that."""
    ann, channel = play.in_private()
    await play.slash(channel, ann, "language", language=language)
    await play.deal(channel, ann, "3x4/2 ##M# #### ##M#")
    boards = [(await play.slash(channel, ann, "board")).reply.text]
    maps = []
    for text_only in ("off", "on"):
        await play.slash(channel, ann, "settings", change=f"text {text_only}")
        await play.say(channel, ann, "/hint all")
        maps.append(channel.last.text)
    await play.say(channel, ann, "c1")
    boards.append((await play.slash(channel, ann, "review")).reply.text)
    maps.append((await play.slash(channel, ann, "review", move=2)).reply.text)
    legend = words("board.chances", language).replace("*", r"\*")
    assert not [said for said in boards if legend in said]
    for said in maps:
        assert said.count(legend) == 1
        assert said.partition(legend)[2].startswith("\n```\n")


async def test_solver_at_work(play: PlayingDiscord) -> None:
    """Each press for a step has the solver move on the same board, until the game is over."""
    ann, channel = play.in_private()
    board = await begun(play, channel, ann)
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("watch"))
    for _ in range(64):
        if (await play.session(channel)).game.outcome is not None:
            break
        moves = len((await play.session(channel)).game.history)
        await play.press(board, ann, label("solve_step"))
        assert len((await play.session(channel)).game.history) > moves
    assert (await play.session(channel)).game.outcome is not None
    assert (await play.session(channel)).hints


async def test_statistics_and_replay(play: PlayingDiscord) -> None:
    """Statistics are a picture, for others if their player allows it; a replay is a GIF.

    The replay takes the place of the review, and gives it back.
    """
    ann, bob, channel = play.two_in_server()
    for number in (1, 2):
        board = await play.begin(channel, ann, rows=5, cols=5, mines=3)
        await play.win(board, ann, channel, number)
        assert (await play.session(channel, number)).game.outcome is Outcome.WON
    own = (await play.slash(channel, ann, "stats")).reply
    assert "2 wins" in own.text
    assert own.picture
    chosen = (await play.slash(channel, ann, "stats", player=ann)).reply
    assert (chosen.viewer, chosen.text) == (ann, own.text)
    asked = f"{play.world.bot.mention} /stats Ann"
    await play.say(channel, bob, asked)
    assert "2 wins" not in channel.last.text
    await play.press(own, ann, words("stats.show"))
    await play.say(channel, bob, asked)
    assert "2 wins" in channel.last.text
    review = (await play.press(board, ann, label("review"))).reply
    told, picture = review.text, review.picture
    await play.press(review, ann, words("review.to_replay"))
    replay = channel.last
    assert replay.picture
    assert replay.picture.startswith(b"GIF")
    await play.press(replay, ann, words("control.review"))
    assert replay is review
    assert (review.text, review.picture) == (told, picture)


@pytest.mark.parametrize("asked", ["/stats", "/stats easy", "/stats Ann", "/stats private"])
async def test_private_statistics_in_a_server(play: PlayingDiscord, asked: str) -> None:
    """Private statistics are not posted in a server: the bot says how to read them alone."""
    ann, channel = play.in_server()
    await play.begin(channel, ann, level="easy")
    await play.slash(channel, ann, "giveup")
    await play.mention(channel, ann, f"{asked}")
    assert "Choose /stats from the list of slash commands" in channel.last.text
    assert "easy" not in channel.last.text
    assert not channel.last.labels
    own = (await play.slash(channel, ann, "stats")).reply
    assert own.viewer is ann
    assert "easy" in own.text
    direct = play.world.dm(ann)
    await play.say(direct, ann, "/stats")
    assert direct.last.text == own.text
    await play.mention(channel, ann, "/stats public")
    assert "easy" in channel.last.text


async def test_statistics_of_a_mentioned_player(play: PlayingDiscord) -> None:
    """/stats with a mention is about the mentioned player, who may hide their statistics."""
    ann, bob, channel = play.two_in_server()
    await play.begin(channel, ann, level="easy")
    await play.slash(channel, ann, "giveup")
    asked = f"{play.world.bot.mention} /stats {ann.mention}"
    await play.say(channel, bob, asked)
    assert channel.last.text == words("stats.hidden", name="Ann")
    await play.say(channel, ann, asked)
    assert channel.last.text == words("alone.slash", command="/stats")
    await play.mention(channel, ann, "/stats public")
    await play.say(channel, bob, asked)
    assert channel.last.text.startswith("Games of Ann")


async def test_statistics_that_another_presses(play: PlayingDiscord) -> None:
    """When Bob presses Ann's public statistics they stay, and Bob alone gets another message."""
    ann, bob, channel = play.two_in_server()
    for number, user in enumerate((ann, bob), 1):
        board = await play.begin(channel, user, rows=5, cols=5, mines=12)
        await play.win(board, user, channel, number)
    await play.mention(channel, ann, "/stats public")
    await play.mention(channel, ann, "/stats")
    told = channel.last
    before = told.text
    assert before.startswith("Games of Ann")
    press = await play.press(told, bob, told.keys[0])
    assert (told.text, channel.last) == (before, told)
    assert press.reply.viewer is bob
    assert "Ann" not in press.reply.text


async def begun(play: PlayingDiscord, channel: object, ann: User) -> Message:
    """Return the board of a game with its first cell open that is not over yet."""
    for number in range(1, 30):
        board = await play.begin(channel, ann, rows=8, cols=8, mines=16)
        game = (await play.session(channel, number)).game
        if game.outcome is None:
            assert game.board.grid == Grid(8, 8)
            return board
    raise AssertionError("every game was won with its first cell")


@pytest.mark.parametrize(
    ("command", "asked"), [("scan", "scan.choose"), ("giveup", "give_up.together")]
)
async def test_hint_beside_a_question(play: PlayingDiscord, command: str, asked: str) -> None:
    """A hint takes the question below the board away, and the usual buttons are back."""
    ann, bob, channel = play.two_in_server()
    await play.deal(channel, ann, "4x4/2 #M## #### ##M# ####")
    await play.slash(channel, bob, command)
    assert words(asked) in channel.last.text
    await play.slash(channel, ann, "hint")
    assert label("menu") in channel.last.labels[-1]
    assert words(asked) not in channel.last.text
