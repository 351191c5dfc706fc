"""People, groups, channels and topics of the Telegram emulator."""

from __future__ import annotations

import pytest
from telegram import Update
from telegram.error import ChatMigrated, Forbidden

from tests.emulators.telegram.rig import Rig, emulated, refused
from tests.emulators.telegram.world import Options


async def heard(rig: Rig) -> list[str]:
    """Return the texts of the messages the bot got."""
    updates = await rig.bot.get_updates()
    messages = [one.effective_message for one in updates]
    return [one.text for one in messages if one is not None and one.text]


async def newest(rig: Rig) -> Update:
    """Return the newest update."""
    return (await rig.bot.get_updates())[-1]


async def test_the_bot_cannot_speak_first(rig: Rig) -> None:
    """The bot can write to nobody who has not written to it, nor to an unknown chat."""
    chat = rig.world.private(rig.world.user("Ann", last_name="Lee", username="annlee"))
    with refused(rig.world, "bot can't initiate conversation with a user"):
        await rig.bot.send_message(chat.id, "x")
    chat.send("/start")
    await rig.bot.send_message(chat.id, "x")
    for unknown, words in ((5, "chat not found"), ("@nobody", "chat not found")):
        with refused(rig.world, words):
            await rig.bot.send_message(unknown, "x")
    with refused(rig.world, "chat_id is empty"):
        await rig.bot.send_message("", "x")


async def test_blocking(rig: Rig) -> None:
    """A person who blocks the bot is not reached until they write or unblock."""
    chat = rig.world.private(rig.world.user("Ann"))
    chat.send("/start")
    chat.block_bot()
    update = await newest(rig)
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "kicked"
    with refused(rig.world, "bot was blocked by the user"):
        await rig.bot.send_message(chat.id, "x")
    chat.unblock_bot()
    await rig.bot.send_message(chat.id, "x")
    chat.block_bot()
    chat.send("sorry")
    await rig.bot.send_message(chat.id, "y")
    chat.delete_account()
    with pytest.raises(Forbidden, match="user is deactivated"):
        await rig.bot.send_message(chat.id, "x")


async def test_privacy_mode(rig: Rig) -> None:
    """In a group the bot gets commands, mentions, replies and service messages, nothing else."""
    ann = rig.world.user("Ann")
    other = rig.world.user("Other", username="other_bot", is_bot=True)
    group = rig.world.group("Friends", ann, other)
    await rig.bot.send_message(group.id, "board")
    group.say(ann, "just talk").edit("just more talk")
    group.say(ann, "c4", reply_to=group.last)
    group.say(ann, "/newgame 8 8")
    group.say(ann, "look, @Mines_Test_Bot!")
    group.say(other, "I am a bot")
    group.say(ann, "/general")
    group.say(ann, "/newgame@mines_test_bot")
    assert await heard(rig) == [
        "c4",
        "/newgame 8 8",
        "look, @Mines_Test_Bot!",
        "/newgame@mines_test_bot",
    ]


async def test_without_privacy_all_is_heard() -> None:
    """With privacy mode off, or as an administrator, the bot gets everything people say."""
    async with emulated(Options(privacy=False)) as rig:
        group = rig.world.group("Friends", rig.world.user("Ann"))
        group.say(rig.world.user("Bob"), "talk")
        assert await heard(rig) == ["talk"]
    async with emulated() as rig:
        group = rig.world.supergroup("Friends", rig.world.user("Ann"))
        group.promote(rig.world.bot)
        group.say(rig.world.user("Bob"), "talk")
        assert await heard(rig) == ["talk"]


async def test_migration(rig: Rig) -> None:
    """A group that becomes a supergroup says so to both; the old id answers with the new one."""
    group = rig.world.group("Friends", rig.world.user("Ann"))
    await rig.bot.send_message(group.id, "board")
    successor = rig.world.migrate(group)
    with pytest.raises(ChatMigrated) as caught:
        await rig.bot.send_message(group.id, "x")
    assert caught.value.new_chat_id == successor.id
    with pytest.raises(ChatMigrated):
        await rig.bot.get_chat_member_count(group.id)
    left, came = [one.message for one in (await rig.bot.get_updates())[-2:]]
    assert left is not None
    assert left.migrate_to_chat_id == successor.id
    assert came is not None
    assert came.migrate_from_chat_id == group.id
    assert (await rig.bot.send_message(successor.id, "x")).message_id == 2


async def test_the_bot_is_thrown_out_and_comes_back(rig: Rig) -> None:
    """Removed from a group the bot is told; it hears and says nothing until it is added again."""
    group = rig.world.supergroup("Friends", rig.world.user("Ann"))
    group.remove(rig.world.bot)
    update = await newest(rig)
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "kicked"
    for call in (
        rig.bot.get_chat_administrators(group.id),
        rig.bot.send_message(group.id, "x"),
    ):
        with refused(rig.world, "bot was kicked from the supergroup chat"):
            await call
    group.say(rig.world.user("Bob"), "/newgame")
    assert await heard(rig) == []
    group.add(rig.world.bot)
    group.add(rig.world.bot)
    await rig.bot.send_message(group.id, "x")


async def test_the_bot_is_silenced_and_leaves(rig: Rig) -> None:
    """Without the right to write, or after leaving, the bot's messages are refused."""
    group = rig.world.supergroup("Friends", rig.world.user("Ann"))
    group.silence_bot()
    with refused(rig.world, "not enough rights to send text messages to the chat"):
        await rig.bot.send_message(group.id, "x")
    group.refusal = None
    await rig.bot.leave_chat(group.id)
    with refused(rig.world, "bot is not a member of the supergroup chat"):
        await rig.bot.send_message(group.id, "x")


async def test_members(rig: Rig) -> None:
    """Owners, administrators, members and strangers are told apart."""
    ann, bob, eve = (rig.world.user(name) for name in ("Ann", "Bob", "Eve"))
    group = rig.world.group("Friends", ann, bob)
    group.promote(bob, "can_pin_messages")
    people = [(one, await rig.bot.get_chat_member(group.id, one.id)) for one in (ann, bob, eve)]
    assert [one.status for _, one in people] == ["creator", "administrator", "left"]
    assert (await rig.bot.get_chat_member(group.id, rig.bot.id)).status == "member"
    administrators = await rig.bot.get_chat_administrators(group.id)
    assert [one.user.id for one in administrators] == [ann.id, bob.id]
    assert await rig.bot.get_chat_member_count(group.id) == 3
    group.add(eve)
    group.remove(eve)
    assert (await rig.bot.get_chat_member(group.id, eve.id)).status == "left"
    with refused(rig.world, "PARTICIPANT_ID_INVALID"):
        await rig.bot.get_chat_member(group.id, 5)
    chat = rig.world.private(ann)
    chat.send("/start")
    assert (await rig.bot.get_chat_member(chat.id, ann.id)).status == "member"
    with refused(rig.world, "there are no administrators in the private chat"):
        await rig.bot.get_chat_administrators(chat.id)


async def test_rights_in_groups(rig: Rig) -> None:
    """The bot needs rights to pin, to delete others' messages and to get chat_member updates."""
    ann = rig.world.user("Ann")
    group = rig.world.supergroup("Friends", ann)
    sent = await rig.bot.send_message(group.id, "board")
    said = group.say(ann, "spam")
    with refused(rig.world, "not enough rights to manage pinned messages in the chat"):
        await sent.pin()
    with refused(rig.world, "message can't be deleted"):
        await rig.bot.delete_message(group.id, said.id)
    group.promote(rig.world.bot)
    assert await sent.pin()
    assert await rig.bot.delete_message(group.id, said.id)
    await rig.bot.get_updates(allowed_updates=["chat_member"])
    group.add(rig.world.user("Bob"))
    assert (await newest(rig)).chat_member is not None


async def test_topics(rig: Rig) -> None:
    """A topic's messages have its number and answer its creation; replies stay in it."""
    ann = rig.world.user("Ann")
    forum = rig.world.supergroup("Friends", ann, forum=True)
    topic = forum.topic("Games")
    said = topic.say(ann, "/newgame")
    update = await newest(rig)
    assert update.message is not None
    assert (update.message.message_thread_id, update.message.is_topic_message) == (
        topic.id,
        True,
    )
    assert update.message.reply_to_message is not None
    assert update.message.reply_to_message.forum_topic_created is not None
    board = await rig.bot.send_message(forum.id, "board", message_thread_id=topic.id)
    assert board.reply_to_message is not None
    assert board.reply_to_message.message_id == topic.id
    await update.message.reply_text("reply", do_quote=True, message_thread_id=None)
    assert [one.text for one in topic.shown] == ["board", "reply"]
    assert topic.shown[1].reply_to is said
    with refused(rig.world, "message thread not found"):
        await rig.bot.send_message(forum.id, "x", message_thread_id=999)


async def test_anonymous_senders() -> None:
    """An anonymous administrator and a channel in a group come as bots with a sender_chat."""
    async with emulated(Options(privacy=False)) as rig:
        ann = rig.world.user("Ann")
        group, channel = rig.world.supergroup("Friends", ann), rig.world.channel("News", ann)
        group.say_anonymously("/hint")
        group.say_as(channel, "/hint")
        admin, posted = [one.message for one in (await rig.bot.get_updates())[-2:]]
        assert admin is not None
        assert admin.from_user is not None
        assert admin.sender_chat is not None
        assert (admin.from_user.username, admin.sender_chat.id) == ("GroupAnonymousBot", group.id)
        assert posted is not None
        assert posted.sender_chat is not None
        assert posted.sender_chat.id == channel.id


async def test_channels(rig: Rig) -> None:
    """Posts, the bot's own included, come from the channel itself and are edited as posts."""
    channel = rig.world.channel("News", rig.world.user("Ann"))
    channel.username = "mine_news"
    channel.publish("hello", signature="Ann").edit("hello!")
    post, edit = (await rig.bot.get_updates())[-2:]
    assert post.channel_post is not None
    assert post.channel_post.from_user is None
    assert post.channel_post.author_signature == "Ann"
    assert edit.edited_channel_post is not None
    sent = await rig.bot.send_message("@mine_news", "board")
    assert (channel.last.text, sent.from_user) == ("board", None)
    await sent.edit_text("board 2")
    assert channel.last.text == "board 2"
