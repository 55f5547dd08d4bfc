-- What a refusal costs and how far apart the refused are told to come back.
--
--   wrk -t2 -c128 -d10s --latency -s scripts/wrk/refusals.lua http://localhost:8080
--   … http://localhost:8080 -- think=50       each connection rests 50 ms before it asks again
--
-- Asks for recommendations only (P2), on more connections than the lane has permits, so nearly all answers
-- are refusals. wrk is a closed loop and disobeys every hint: this is the rudest client there is, good for
-- "how fast is a 429" and for nothing about users.

dofile((debug.getinfo(1, 'S').source:match('@?(.*/)') or './') .. 'tally.lua')

local BARS = 12
local WIDTH = 50
local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  local given = tally.arguments(args, { think = 0 })
  counts = {} -- global, because done() reads it from outside
  local text = wrk.format('GET', '/recommendations')
  function request() return text end
  if given.think > 0 then
    function delay() return given.think end
  end
end

function response(status, headers)
  tally.answer(counts, 'p2', status, headers)
end

-- Bars of the exact hints from the lowest to the highest.
local function bars(hints)
  local low, high = tally.quantile(hints, 0), tally.quantile(hints, 1)
  local step = math.max(1, math.ceil((high - low + 1) / BARS))
  local heights, most = {}, 0
  for value, n in pairs(hints) do
    local bar = math.floor((tonumber(value) - low) / step)
    heights[bar] = (heights[bar] or 0) + n
    most = math.max(most, heights[bar])
  end
  for bar = 0, math.floor((high - low) / step) do
    local n = heights[bar] or 0
    print(string.format('  from %6d ms %9d  %s', low + bar * step, n, string.rep('#', math.ceil(n / most * WIDTH))))
  end
end

function done(summary, latency, requests)
  local total = tally.sum(threads)
  local seconds = summary.duration / 1e6
  print()
  local statuses = tally.under(total, 'status', 'p2')
  for _, status in ipairs(tally.ranked(statuses)) do
    print(string.format('%s: %d, %.0f per second', status, statuses[status], statuses[status] / seconds))
  end
  local reasons = tally.under(total, 'reason', 'p2')
  for _, reason in ipairs(tally.ranked(reasons)) do
    print(string.format('reason %s: %d', reason, reasons[reason]))
  end
  local exact = tally.under(total, 'after-ms', 'p2')
  if not next(exact) then
    print('no refusal carried retry-after-ms')
    return
  end
  print('Retry-After, s, min/p50/max: ' .. tally.spread(tally.under(total, 'after-s', 'p2')))
  print('retry-after-ms, min/p50/max: ' .. tally.spread(exact))
  bars(exact)
  print('refused without Retry-After: ' .. tally.get(total, 'no-hint', 'p2'))
end
