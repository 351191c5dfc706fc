-- One atomic step of a space; all keys share a slot.
-- KEYS: seen operations (sorted set by time), outbox (stream), the worker whose turn it is, the
--       last step with effects (its worker, then their ids), then a key for each document.
-- ARGV: token, retention in ms, how long effects can be crossed in ms, the command to publish with,
--       channel, notice, worker, whether it wants a turn (1 or 0), space,
--       number of operations to check, of those to record, of effects; the operations to check,
--       the operations to record, the effects; then for each document: expected revision ("" for
--       none), action (keep, put or drop), blob, expiry in ms ("" for never).
-- Returns {verdict, time in ms, ...}:
--         committed, revision, whether effects of another worker's last step still wait (1 or 0),
--         effect ids; repeated, operations; conflict, or turn (it is another worker's), each
--         document as it is.
local seen, outbox, turn, last = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, retention, crossing = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local publish, channel, notice = ARGV[4], ARGV[5], ARGV[6]
local worker, wants_turn, space = ARGV[7], ARGV[8] == '1', ARGV[9]
local checked, recorded, effects = tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
local first_checked = 13
local operations = first_checked + checked
local outgoing = operations + recorded
local documents, first = outgoing + effects, 5
local time = redis.call('TIME')
local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
local now = math.floor(micros / 1000)
-- How long a turn lasts: longer than a step takes. A worker that dies in its turn holds the others
-- up for so long.
local turn_ms = 250

local function refused(verdict)
  local reply = {verdict, now}
  for i = first, #KEYS do
    reply[#reply + 1] = redis.call('GET', KEYS[i])
  end
  return reply
end

-- The operations of a space that is used no more expire. This is written for a repetition as well:
-- what was done before may not have reached a replica yet, and WAIT covers only what this
-- connection has written.
local function keep()
  redis.call('PEXPIRE', seen, retention)
end

-- The same batch again, because its reply was lost: what it did stands.
if redis.call('ZSCORE', seen, token) then
  keep()
  return {'committed', now, '', 0}
end

local repeated = {'repeated', now}
for i = first_checked, operations - 1 do
  if redis.call('ZSCORE', seen, ARGV[i]) then
    repeated[#repeated + 1] = ARGV[i]
  end
end
if #repeated > 2 then
  keep()
  return repeated
end

-- A document is its revision in 8 bytes, then the blob. Revisions grow with time, so that a
-- document deleted and made again never has an old one.
local newest = micros
for i = first, #KEYS do
  local found = redis.call('GETRANGE', KEYS[i], 0, 7)
  if found ~= ARGV[documents + (i - first) * 4] then
    if wants_turn then
      redis.call('SET', turn, worker, 'PX', turn_ms, 'NX')
    end
    return refused('conflict')
  end
  if found ~= '' then
    local following = struct.unpack('>I8', found) + 1
    -- From 2^53 on numbers in Lua are not exact; a revision that large is damage, and is not used.
    if following < 2 ^ 53 then
      newest = math.max(newest, following)
    end
  end
end

if recorded == 0 then
  return {'committed', now, '', 0}
end

local whose = redis.call('GET', turn)
if whose == worker then
  redis.call('DEL', turn)
elseif whose then
  return refused('turn')
end

local revision = struct.pack('>I8', newest)
for i = first, #KEYS do
  local base = documents + (i - first) * 4
  local action, blob, expiry = ARGV[base + 1], ARGV[base + 2], ARGV[base + 3]
  if action == 'drop' then
    redis.call('DEL', KEYS[i])
  elseif action == 'put' and expiry == '' then
    redis.call('SET', KEYS[i], revision .. blob)
  elseif action == 'put' then
    redis.call('SET', KEYS[i], revision .. blob, 'PX', expiry)
  end
end

redis.call('ZREMRANGEBYSCORE', seen, '-inf', now - retention)
redis.call('ZADD', seen, now, token)
for i = operations, outgoing - 1 do
  redis.call('ZADD', seen, now, ARGV[i])
end
keep()

local crossed = 0
local words = string.gmatch(redis.call('GET', last) or worker, '%S+')
if words() ~= worker then
  for id in words do
    if #redis.call('XRANGE', outbox, id, id) > 0 then
      crossed = 1
    end
  end
end

local reply = {'committed', now, revision, crossed}
for i = outgoing, documents - 1 do
  reply[#reply + 1] = redis.call('XADD', outbox, '*', 'space', space, 'effect', ARGV[i])
end
if effects > 0 then
  redis.call('SET', last, worker .. ' ' .. table.concat(reply, ' ', 5), 'PX', crossing)
end
redis.call(publish, channel, notice)
return reply
