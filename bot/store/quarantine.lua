-- KEYS: a document, where to set it aside. ARGV: the revision at which it was found damaged.
-- Another worker may have set it aside before, and written a good one in its place.
if redis.call('GETRANGE', KEYS[1], 0, 7) == ARGV[1] then
  redis.call('RENAME', KEYS[1], KEYS[2])
end
