"""Games that several people see: who may do what, and where boards are."""

from __future__ import annotations

import pytest

from bot.platforms.telegram.ids import supergroup_number
from core.game import Outcome
from tests.bot.platforms.telegram.playing import Playing, key_of, opening_keys

WALL = "3x5/2 ##M## ##M## #####"
"""From a1 the first columns open, and c1 and c2 are certainly mines."""


async def test_settings_of_administrators(play: Playing) -> None:
    """Settings of a group are for administrators; others are refused, by button and by command."""
    ann, bob, cid = (play.world.user(name) for name in ("Ann", "Bob", "Cid"))
    group = play.world.supergroup("Sweepers", ann, bob, cid)
    group.promote(cid)
    group.promote(play.world.bot)
    await play.settle()
    settings = await play.say(group, bob, "/settings")
    refusal = "Only administrators can change the settings here."
    for data in ("0choose.text.on", "0choose.pin.on", "0choose.theme.dark"):
        assert (await play.press(settings, bob, data)).toast == refusal
    assert (await play.say(group, bob, "/language ru")).text == (
        "Only administrators choose the language here; choose your own in a private chat with me."
    )
    await play.press(settings, ann, "0choose.theme.dark")
    assert "Pictures: Dark" in settings.text
    await play.say(group, bob, "/newgame easy")
    assert not group.pinned
    await play.press(settings, cid, "0choose.pin.on")
    assert "New boards are pinned" in settings.text
    board = await play.say(group, bob, "/newgame simple")
    assert group.pinned == [board]
    (pin,) = play.world.calls("pinChatMessage")
    assert pin["disable_notification"], "members need not hear of each board"
    assert (await play.say(group, cid, "/language ru")).text.startswith("Теперь")


async def test_certain_mine(play: Playing) -> None:
    """A player's first tap on a certain mine in a group only warns them; a second one opens it."""
    ann, bob, group = play.two_in_group()
    await play.solver.warm()
    board = await play.dealt(group, ann, WALL)
    mine = key_of(board, 2)
    for person in (ann, bob):
        press = await play.press(board, person, mine)
        assert press.toast.startswith("c1 is certainly a mine.")
        assert press.alert
    assert (await play.session(group)).game.outcome is None
    assert "c1 was a mine" in (await play.press(board, bob, mine)).toast
    assert (await play.session(group)).game.outcome is Outcome.LOST


async def test_what_was_said_stays(play: Playing) -> None:
    """A hint stays on the board when a tap of another player is answered with a warning."""
    ann, bob, group = play.two_in_group()
    await play.solver.warm()
    await play.deal(group, ann, WALL)
    board = await play.say(group, ann, "/hint")
    assert "Step 1 of 4" in board.text
    mine = key_of(board, 2)
    assert (await play.press(board, bob, mine)).toast.startswith("c1 is certainly a mine.")
    assert "Step 1 of 4" in board.text


async def test_invited(play: Playing) -> None:
    """An invited player may play, others are turned away; only the owner may invite."""
    ann, bob, cid = (play.world.user(name) for name in ("Ann", "Bob", "Cid"))
    group = play.world.supergroup("Sweepers", ann, bob, cid)
    board = await play.say(group, ann, "/newgame easy")
    board = await play.say(group, ann, "/access invited")
    usage = await play.answer(group, ann, "/invite", board)
    assert usage.text == "Reply with /invite to a message of the player you invite.", "no bot"
    please = group.say(bob, "/help")
    await play.settle()
    refused = await play.answer(group, cid, "/invite", please)
    assert refused.text == "Only the one who started this game can change that."
    welcome = await play.answer(group, ann, "/Invite", please)
    assert welcome.text == "Bob may play this game."
    data = next(opening_keys(board))[0]
    assert "Only invited players" in (await play.press(board, cid, data)).toast
    assert "Opened" in (await play.press(board, bob, data)).toast


async def test_several_boards(play: Playing) -> None:
    """In a group a press or an answer plays on its own board, and /games links to each board."""
    ann, bob, group = play.two_in_group()
    first = await play.say(group, ann, "/newgame easy")
    second = await play.say(group, bob, "/newgame 8 8 14")
    await play.answer(group, bob, "3 3", first)
    await play.press(second, ann, next(opening_keys(second))[0])
    for number, board in ((1, first), (2, second)):
        assert len((await play.session(group, number)).game.history) == 1
        assert "Opened" in board.text
    listed = await play.say(group, ann, "/games")
    links = [key["url"] for row in listed.content.keyboard for key in row]
    name = str(group.id).removeprefix("-100")
    assert set(links) == {f"https://t.me/c/{name}/{board.id}" for board in (first, second)}


async def test_board_again(play: Playing) -> None:
    """/board replaces the board's message; a board far up in the chat moves down at a move."""
    ann, bob, group = play.two_in_group()
    first = await play.say(group, ann, "/newgame easy")
    second = await play.say(group, bob, "/board")
    assert first.deleted
    assert group.last is second
    for _ in range(8):
        group.say(bob, "well, well")
    await play.answer(group, ann, "3 3", second)
    assert second.deleted
    assert "Opened" in group.last.text
    others = "флаг на 3 дня", "open 24 hours", "open at 5", "open 3", "flag at 5 or 6"
    for words in ("nice", "wow!", "why not d4?", "thanks", "gg", *others):
        talk = group.say(ann, words, group.last)
        assert talk.heard
    shown = list(group.shown)
    await play.settle()
    assert group.shown == shown, "an answer that is no move is talk among players"


async def test_export_from_a_group(play: Playing) -> None:
    """/export in a group sends the file to the player in private; the group sees only words."""
    ann, bob = play.world.user("Ann", "ru"), play.world.user("Bob")
    group = play.world.supergroup("Sweepers", ann, bob)
    await play.say(play.world.private(ann), ann, "/start")
    answer = await play.say(group, ann, "/export")
    assert answer.text == "Отправлено вам в личный чат."
    assert play.world.private(ann).last.picture
    play.world.private(bob)
    answer = await play.say(group, bob, "/export")
    assert answer.text.startswith("I cannot write to you yet.")
    assert not any(each.picture for each in group.shown)


async def test_files_for_nobody(play: Playing) -> None:
    """A player who writes as a channel or as the group is sent no file: everybody would see it."""
    ann = play.world.user("Ann")
    group, channel = play.world.supergroup("Sweepers", ann), play.world.channel("News", ann)
    for name in (group, channel):
        for asked in ("/language ru", "/newgame easy", "/open a1", "/giveup", "/export", "/evf"):
            group.say_as(name, asked)
            await play.settle()
            if asked in {"/export", "/evf"}:
                assert group.last.text == "Не могу написать вам лично."
    assert not channel.shown
    assert not play.world.calls("sendDocument")


async def test_replay_from_a_group(play: Playing) -> None:
    """/evf in a group asks a player to begin a private chat, and then sends the file there."""
    ann, group = play.in_group()
    for asked in ("/newgame easy", "/open a1", "/giveup"):
        await play.say(group, ann, asked)
    told = await play.say(group, ann, "/evf")
    assert told.text.startswith("I cannot write to you yet.")
    assert "/export" not in told.text
    await play.say(play.world.private(ann), ann, "/start")
    assert (await play.say(group, ann, "/evf")).text == "I have sent it to you in our private chat."
    assert play.world.private(ann).last.picture


async def test_delete_in_a_group(play: Playing) -> None:
    """In a group the button that confirms /delete works only for the player who asked."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    group = play.world.supergroup("Sweepers", ann, bob)
    board = await play.say(group, ann, "/newgame easy")
    await play.answer(group, bob, "!a1", board)
    question = await play.say(group, ann, "/delete")
    press = await play.press(question, bob, "0del.1")
    assert press.toast == "Нажать может только тот, кто об этом попросил."
    assert (await play.session(group)).names == ("Bob",)
    assert (await play.press(question, ann, "0del.1")).toast.startswith("Deleted.")
    assert (await play.session(group)).owner == "deleted"
    assert (question.text[:8], question.labels) == ("Deleted.", [])


@pytest.mark.parametrize("as_channel", [False, True])
async def test_delete_in_the_name_of_a_group(play: Playing, *, as_channel: bool) -> None:
    """A player who writes as a group or a channel confirms /delete in words, not by a button."""
    ann = play.world.user("Ann")
    group, channel = play.world.supergroup("Sweepers", ann), play.world.channel("News", ann)
    for asked in ("/newgame easy", "/delete", "/delete yes"):
        group.say_as(channel if as_channel else group, asked)
        await play.settle()
    *_, question, done = group.shown
    assert question.text.endswith("\nIf you are sure, write /delete yes.")
    assert not question.labels
    assert done.text.startswith("Deleted.")
    assert "/delete yes" not in done.text
    assert (await play.session(group)).owner == "deleted"


async def test_delete_where_the_command_is_gone(play: Playing) -> None:
    """Once the message that said /delete is gone, the button below the question deletes nothing."""
    ann, bob, group = play.two_in_group()
    board = await play.say(group, ann, "/newgame easy")
    await play.answer(group, bob, "!a1", board)
    asked = group.say(ann, "/delete")
    await play.settle()
    question = group.last
    asked.delete()
    for person in (bob, ann):
        press = await play.press(question, person, "0del.1")
        assert press.toast.startswith("I can no longer see who asked for this.")
    assert (await play.session(group)).names == ("Bob",)


async def test_commands_of_other_bots(play: Playing) -> None:
    """In a group the bot passes over a command that it does not know, unless it is named in it."""
    ann, group = play.in_group()
    await play.settle()
    shown = group.shown
    for foreign in ("/weather London", "/ban", "/newgame@other_bot easy"):
        group.say(ann, foreign)
    await play.settle()
    assert group.shown == shown
    unknown = await play.say(group, ann, f"/weather@{play.world.bot.username}")
    assert unknown.text.startswith("I do not know that.")
    assert (await play.say(group, ann, "/NewGame easy")).labels[0][0]


@pytest.mark.parametrize("as_channel", [False, True])
async def test_solo_board_in_the_name_of_a_group(play: Playing, *, as_channel: bool) -> None:
    """A board begun in the name of a group or channel is for all: its player may tap on it, too."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group, channel = play.world.supergroup("Sweepers", ann, bob), play.world.channel("News", ann)
    await play.say(group, ann, "/settings players solo")
    for asked in ("/newgame easy", "/access solo"):
        group.say_as(channel if as_channel else group, asked)
        await play.settle()
    *_, board, declined = group.shown
    assert declined.text.startswith("To keep a game to yourself, begin it as yourself")
    assert "Opened" in (await play.press(board, ann, next(opening_keys(board))[0])).toast
    other = await play.say(group, ann, "/newgame easy")
    refused = await play.press(other, bob, next(opening_keys(other))[0])
    assert refused.toast.startswith("This is somebody else's game.")
    assert not refused.alert, "a sentence is read before it is gone"


async def test_greeting(play: Playing) -> None:
    """The bot greets a group once, whether the group is new or it was added to it later."""
    ann = play.world.user("Ann", "ru")
    groups = play.world.new_group("Family", ann), play.world.supergroup("Sweepers", ann)
    await play.settle()
    for group in groups:
        assert [each.text.startswith("Сапёр!") for each in group.shown] == [True]


async def test_basic_group(play: Playing) -> None:
    """A board in a basic group is not moved by other chats' messages, which share its numbering."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    group = play.world.group("Sweepers", ann, bob)
    board = await play.say(group, ann, "/newgame easy")
    for _ in range(6):
        await play.say(play.world.private(bob), bob, "/help")
    await play.answer(group, ann, "d4", board)
    assert not board.deleted
    assert "Opened" in board.text
    listed = await play.say(group, bob, "/games")
    assert "callback_data" in listed.content.keyboard[0][0]


@pytest.mark.parametrize("number", [1_001_234_567, 1_012_345_678_901])
def test_which_groups_have_links(number: int) -> None:
    """Only a supergroup has links; the size of its id tells it, as others may begin with -100."""
    expected = number - 10**12 if number > 10**12 else None
    assert supergroup_number(f"telegram:{-number}") == expected
