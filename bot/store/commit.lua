-- One atomic step of a space; all keys share a slot.
-- KEYS: seen operations (sorted set by time), outbox (stream), the worker whose turn it is, the
--       last step with effects (its worker, then their ids), then a key for each document.
-- ARGV: the step in MessagePack (_Step in step.py), and what is no text in it, which cmsgpack does
--       not read: the notice; for each document the expected revision ("" for none) and the blob
--       ("" if none is put); the effects.
-- Returns {verdict, time in ms, ...}:
--         committed, revision, whether effects of another worker's last step still wait (1 or 0),
--         effect ids; repeated, operations; conflict, or turn (it is another worker's), each
--         document as it is.
local seen, outbox, turn, last = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local step = cmsgpack.unpack(ARGV[1])
local worker, first = step.worker, 5
local notice, before_effects = ARGV[2], 2 + 2 * #step.documents
local function expected(i) return ARGV[1 + 2 * i] end
local function blob(i) return ARGV[2 + 2 * i] end
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
  redis.call('PEXPIRE', seen, step.retention)
end

-- The same batch again, because its reply was lost: what it did stands.
if redis.call('ZSCORE', seen, step.token) then
  keep()
  return {'committed', now, '', 0}
end

local repeated = {'repeated', now}
for _, operation in ipairs(step.operations) do
  if redis.call('ZSCORE', seen, operation) then
    repeated[#repeated + 1] = operation
  end
end
if #repeated > 2 then
  keep()
  return repeated
end

-- A document is its revision in 8 bytes, then the blob. Revisions grow with time, so that a
-- document deleted and made again never has an old one.
local newest = micros
for i = 1, #step.documents do
  local found = redis.call('GETRANGE', KEYS[first + i - 1], 0, 7)
  if found ~= expected(i) then
    if step.wants_turn then
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

if #step.recorded == 0 then
  return {'committed', now, '', 0}
end

local whose = redis.call('GET', turn)
if whose == worker then
  redis.call('DEL', turn)
elseif whose then
  return refused('turn')
end

local revision = struct.pack('>I8', newest)
for i, document in ipairs(step.documents) do
  local key = KEYS[first + i - 1]
  if document.action == 'drop' then
    redis.call('DEL', key)
  elseif document.action == 'put' and document.expiry then
    redis.call('SET', key, revision .. blob(i), 'PX', document.expiry)
  elseif document.action == 'put' then
    redis.call('SET', key, revision .. blob(i))
  end
end

redis.call('ZREMRANGEBYSCORE', seen, '-inf', now - tonumber(step.retention))
redis.call('ZADD', seen, now, step.token)
for _, operation in ipairs(step.recorded) do
  redis.call('ZADD', seen, now, operation)
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
for i = before_effects + 1, #ARGV do
  reply[#reply + 1] = redis.call('XADD', outbox, '*', 'space', step.space, 'effect', ARGV[i])
end
if #ARGV > before_effects then
  redis.call('SET', last, worker .. ' ' .. table.concat(reply, ' ', 5), 'PX', step.crossing)
end
-- What is written stands, also where the user has no right to channels, as new users have not.
redis.pcall(step.publish, step.channel, notice)
return reply
