-- One step of the turns of sending. All keys of a platform share a slot: each step needs the
-- budget that all its chats share, so that spreading the chats would spread no load.
-- KEYS: the chat's state, the platform's; each expires when there is nothing left to remember.
-- ARGV: ask, shown, renew or give, token; us between sends and burst, of the chat and overall;
--       lease in us; then
--       ask: us waited so far.
--       give: whether nothing was sent (1 or 0), us to postpone the chat, us to postpone all, the
--       game that was shown ("" for none).
-- ask returns the us to wait before asking again, 0 when the turn is the token's; renew whether it
-- was the token's (1 or 0); shown {the game that was shown last, "" for none, us since the turn in
-- which it was shown was granted}.
local action, token = ARGV[1], ARGV[2]
local chat_rate = {interval = tonumber(ARGV[3]), burst = tonumber(ARGV[4])}
local overall_rate = {interval = tonumber(ARGV[5]), burst = tonumber(ARGV[6])}
local lease = tonumber(ARGV[7])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
-- us after which a turn that somebody else has is asked for again: a send takes about that long,
-- and only asking tells that it has ended.
local again = 50000

-- at: when it was written; tat: when the next send would be due without bursts (the theoretical
-- arrival time of GCRA); blocked: until when the platform wants none; holder: who has the turn (or
-- the last one overall), from slot until ends; claimant: who goes next if it asks before kept, and
-- has waited since; granted: when the turn was granted; shown: the game shown last, in the turn
-- granted at shown_at.
local function load(key)
  local packed = redis.call('GET', key)
  if not packed then
    return {at = now, tat = 0, blocked = 0, holder = '', slot = 0, ends = 0, claimant = '',
            since = 0, kept = 0, granted = 0, shown = '', shown_at = 0}
  end
  local state = cmsgpack.unpack(packed)
  -- If the clock was set back, all times are too: what had to pass when this was written still has
  -- to, and no more.
  local back = math.max(0, state.at - now)
  for name, value in pairs(state) do
    if type(value) == 'number' then
      state[name] = value - back
    end
  end
  return state
end

local chat, overall = load(KEYS[1]), load(KEYS[2])

local function save(key, state)
  state.at = now
  local left = math.max(state.tat, state.blocked, state.ends, state.kept) - now
  if left > 0 then
    redis.call('SET', key, cmsgpack.pack(state), 'PX', math.ceil(left / 1000))
  else
    redis.call('DEL', key)
  end
end

local function free_at(state, rate)
  return math.max(now, state.blocked, state.tat - (rate.burst - 1) * rate.interval)
end

local function charge(state, rate, moment)
  state.tat = math.max(moment, state.tat) + rate.interval
end

local function refund(state, rate)
  state.tat = state.tat - rate.interval
end

local function block(state, rate, length)
  if length > 0 then
    state.blocked = math.max(state.blocked, now + length)
    -- No burst after it.
    state.tat = math.max(state.tat, state.blocked + (rate.burst - 1) * rate.interval)
  end
end

-- Returns how long to wait for the turn that the token has taken before.
local function confirm()
  local wait = math.max(0, chat.slot - now)
  if wait == 0 then
    -- The token may have asked late: its send counts from now.
    refund(chat, chat_rate)
    charge(chat, chat_rate, now)
    chat.ends = now + lease
  end
  return wait
end

-- Takes the turn, for the first moment that the overall budget allows: whoever has to wait for
-- that has a place in a line, and asks only once more.
local function take()
  chat.slot = free_at(overall, overall_rate)
  charge(overall, overall_rate, chat.slot)
  overall.holder = token
  save(KEYS[2], overall)
  charge(chat, chat_rate, chat.slot)
  chat.holder, chat.ends = token, chat.slot + lease
  if chat.claimant == token then
    chat.kept = 0 -- from here on another may be the next
  end
  return chat.slot - now
end

local function refuse(held, first, since)
  local wait = free_at(chat, chat_rate) - now
  if held then
    wait = math.max(wait, chat.slot - now, math.min(again, chat.ends - now))
  end
  if first then
    chat.claimant, chat.since, chat.kept = token, since, now + wait + again
  else
    wait = math.max(wait, math.min(again, chat.kept - now))
  end
  return wait
end

local function ask(since)
  local mine = chat.holder == token and chat.ends > now
  if mine and math.max(chat.blocked, overall.blocked) <= now then
    return confirm()
  end
  if mine then
    refund(chat, chat_rate)
    chat.holder = ''
  end
  local held = chat.holder ~= '' and chat.ends > now
  local first = chat.kept <= now or chat.claimant == token or since < chat.since
  if not held and first and free_at(chat, chat_rate) == now then
    return take()
  end
  return refuse(held, first, since)
end

-- A turn that has become nobody's is taken again: the token's send is still in work.
local function renew()
  local was_mine = chat.holder == token
  if was_mine or chat.ends <= now then
    chat.holder, chat.ends = token, now + lease
  end
  if not was_mine then
    chat.granted = 0 -- what the token sends was read before it had the turn again
  end
  return was_mine and 1 or 0
end

local function give(unused, postponed, all_postponed, shown)
  if chat.holder == token then
    if unused and chat.ends > now then -- an ended turn counts: its charge may be forgotten
      refund(chat, chat_rate)
      -- Not if another was charged since: that charge may have skipped idle time, and so the refund
      -- would allow one send too many.
      if overall.holder == token then
        refund(overall, overall_rate)
      end
    end
    if shown ~= '' and chat.granted > 0 then
      chat.shown, chat.shown_at = shown, chat.granted
    end
    chat.holder, chat.ends = '', 0
  end
  if chat.claimant == token then
    chat.kept = 0
  end
  block(chat, chat_rate, postponed)
  block(overall, overall_rate, all_postponed)
  if unused or all_postponed > 0 then
    save(KEYS[2], overall)
  end
  return 0
end

-- Turns are not written to disk like the games, or each would wait for the disk twice: if the
-- server loses them, that costs a refusal by the platform, or the wait for a lease. What the
-- platform has asked for (a 429) is written.
if action ~= 'give' or tonumber(ARGV[9]) + tonumber(ARGV[10]) == 0 then
  redis.set_repl(redis.REPL_NONE)
end
if action == 'shown' then
  return {chat.shown, now - chat.shown_at}
end
local reply
if action == 'ask' then
  reply = ask(now - tonumber(ARGV[8]))
  if reply <= 0 then
    chat.granted = now
  end
elseif action == 'renew' then
  reply = renew()
else
  reply = give(ARGV[8] == '1', tonumber(ARGV[9]), tonumber(ARGV[10]), ARGV[11])
end
save(KEYS[1], chat)
return reply
