-- One atomic step of a space; all keys share a slot.
-- KEYS: seen operations (sorted set by time), outbox (stream), then a key for each document.
-- ARGV: token, retention ms, channel, notice, space, number of operations to check, of those to record,
--       of effects; the operations to check, the operations to record, the effects;
--       then for each document: expected revision ("" for none), action (keep, put or drop),
--       blob, expiry in ms ("" for never).
-- Returns {verdict, time ms, ...}: committed + revision + effect ids; repeated + operations;
--         conflict.
local seen, outbox = KEYS[1], KEYS[2]
local token, retention, channel, notice = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local space = ARGV[5]
local checked, recorded, effects = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local at = 9
local time = redis.call('TIME')
local micros = tonumber(time[1]) * 1000000 + tonumber(time[2])
local now = math.floor(micros / 1000)

-- The same batch again, because its reply was lost: what it did stands.
local done = redis.call('ZSCORE', seen, token)
if done then
  return {'committed', now, ''}
end

local repeated = {'repeated', now}
for i = at, at + checked - 1 do
  if redis.call('ZSCORE', seen, ARGV[i]) then
    repeated[#repeated + 1] = ARGV[i]
  end
end
if #repeated > 2 then
  return repeated
end
at = at + checked
local operations = at
at = at + recorded
local outgoing = at
at = at + effects

-- A document is its revision in 8 bytes, then the blob. Revisions grow with time, so that a
-- document deleted and made again never has an old one.
local documents, newest = at, micros
for i = 3, #KEYS do
  local found = redis.call('GETRANGE', KEYS[i], 0, 7)
  if found ~= ARGV[documents + (i - 3) * 4] then
    return {'conflict', now}
  end
  if found ~= '' then
    newest = math.max(newest, struct.unpack('>I8', found) + 1)
  end
end

if recorded == 0 and effects == 0 then
  local is_write = false
  for i = 3, #KEYS do
    is_write = is_write or ARGV[documents + (i - 3) * 4 + 1] ~= 'keep'
  end
  if not is_write then
    return {'committed', now, ''}
  end
end

local revision = struct.pack('>I8', newest)
for i = 3, #KEYS do
  local base = documents + (i - 3) * 4
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
for i = operations, operations + recorded - 1 do
  redis.call('ZADD', seen, now, ARGV[i])
end
redis.call('PEXPIRE', seen, retention)

local reply = {'committed', now, revision}
for i = outgoing, outgoing + effects - 1 do
  reply[#reply + 1] = redis.call('XADD', outbox, '*', 'space', space, 'effect', ARGV[i])
end
redis.call('PUBLISH', channel, notice)
return reply
