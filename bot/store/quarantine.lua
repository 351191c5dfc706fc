-- KEYS: a document, where to set it aside. ARGV: the revision at which it was found damaged, for
--       how many ms to keep it at most.
-- Another worker may have set it aside before, and written a good one in its place.
if redis.call('GETRANGE', KEYS[1], 0, 7) == ARGV[1] then
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[2], 'LT')
end
