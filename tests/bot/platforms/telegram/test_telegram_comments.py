"""Games below a channel's posts, in the group where these are discussed."""

from __future__ import annotations

from tests.bot.platforms.telegram.playing import Playing, label, opening_keys
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.people import User


def discussed(play: Playing, *people: User) -> tuple[Group, Group]:
    """Return a channel, and the group where its posts are discussed."""
    channel = play.world.channel("News", people[0])
    return channel, play.world.supergroup("Talk", *people)


async def test_boards_are_comments(play: Playing) -> None:
    """A board asked for below a post is a comment on it, and so are the next board and answers."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, group = discussed(play, ann, bob)
    post = group.forward(channel, "Today's news")
    board = await play.answer(group, ann, "/newgame easy", post)
    assert board.reply_to is post
    await play.press(board, bob, next(opening_keys(board))[0])
    assert board.reply_to is group.last.reply_to is post
    again = await play.answer(group, bob, "/board", post)
    assert (again.reply_to, board.deleted) == (post, True)
    refused = await play.answer(group, bob, "/open z9", post)
    assert refused.root == post.id
    await play.answer(group, ann, "/giveup yes", post)
    await play.press(group.last, bob, label("again"))
    assert group.last.reply_to is post
    assert list(opening_keys(group.last))


async def test_menus_are_comments(play: Playing) -> None:
    """A board chosen from a menu below a post is a comment on that post, too."""
    ann = play.world.user("Ann")
    channel, group = discussed(play, ann)
    post = group.forward(channel, "Today's news")
    menu = await play.answer(group, ann, "/start", post)
    await play.press(menu, ann, label("levels"))
    await play.press(menu, ann, "0n.easy")
    board = group.last
    assert list(opening_keys(board))
    assert board.reply_to is post


async def test_each_post_has_its_game(play: Playing) -> None:
    """A command below a post is about the game there, any other about the group's own game."""
    ann = play.world.user("Ann")
    channel, group = discussed(play, ann)
    posts = [group.forward(channel, text) for text in ("One", "Two")]
    for post, level in zip(posts, ("easy", "simple"), strict=True):
        await play.answer(group, ann, f"/newgame {level}", post)
    await play.say(group, ann, "/newgame 6 6 3")
    for number, post in enumerate(posts, 1):
        assert not (await play.session(group, number)).game.history
        await play.answer(group, ann, "/open a1", post)
        assert (await play.session(group, number)).game.history
    assert not (await play.session(group, 3)).game.history
    await play.say(group, ann, "/open a1")
    assert (await play.session(group, 3)).game.history


async def test_posted_command(play: Playing) -> None:
    """A command that a channel posts gets its board among the comments on the post."""
    ann = play.world.user("Ann")
    channel, group = discussed(play, ann)
    post = group.forward(channel, "/newgame easy")
    await play.settle()
    assert group.last.reply_to is post
    assert group.last.labels


async def test_posted_words(play: Playing) -> None:
    """What a channel says to the bot in a post is heard, though Telegram forwards it."""
    ann = play.world.user("Ann")
    channel, group = discussed(play, ann)
    post = group.forward(channel, f"@{play.world.bot.username} new game")
    await play.settle()
    assert group.last.reply_to is post
    assert group.last.labels


async def test_picture_and_deleted_post(play: Playing) -> None:
    """A picture is a comment, too; once its post is gone, boards are shown in the group."""
    ann = play.world.user("Ann")
    channel, group = discussed(play, ann)
    post = group.forward(channel, "Today's news")
    board = await play.answer(group, ann, "/newgame expert", post)
    assert board.picture
    assert board.reply_to is post
    post.delete()
    board = await play.answer(group, ann, "/board", board)
    assert board.picture
    assert board.reply_to is None


async def test_nobody_invited(play: Playing) -> None:
    """/invite as a comment on a post invites nobody, as no person has posted it."""
    ann = play.world.user("Ann")
    channel, group = discussed(play, ann)
    post = group.forward(channel, "Today's news")
    await play.answer(group, ann, "/newgame easy", post)
    told = await play.answer(group, ann, "/invite", post)
    assert told.text == "Reply with /invite to a message of the player you invite."


async def test_answers_to_comments(play: Playing) -> None:
    """A command that answers a board or a comment below a post is answered below that post."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, group = discussed(play, ann, bob)
    post = group.forward(channel, "Today's news")
    board = await play.answer(group, ann, "/newgame easy", post)
    again = await play.answer(group, ann, "/again", board)
    assert again.reply_to is post
    said = group.say(bob, "let me try", post)
    await play.answer(group, ann, "/access invited", said)
    told = await play.answer(group, ann, "/invite", said)
    assert told.text == "Bob may play this game."
    assert told.root == post.id
    settings = await play.answer(group, ann, "/help", said)
    assert settings.root == post.id
    shown = await play.answer(group, bob, "/board", said)
    assert (shown.reply_to, again.deleted) == (post, True)


async def test_answers_in_a_group(play: Playing) -> None:
    """In a group without posts a command that answers an answer is about the group's game."""
    ann, bob, group = play.two_in_group()
    await play.say(group, ann, "/newgame easy")
    answered = group.say(bob, "good", group.say(ann, "how is it?"))
    board = await play.answer(group, ann, "/board", answered)
    assert "Game 1" in board.text
    assert board.reply_to is None
