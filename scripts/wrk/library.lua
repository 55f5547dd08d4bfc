-- The library's mix: 20 % POST /loans (P0), 30 % GET /titles/{id} (P1), 50 % GET /recommendations (P2).
--
--   wrk -t2 -c64 -d10s --latency --timeout 2s -s scripts/wrk/library.lua http://localhost:8080
--   … http://localhost:8080 -- think=100      each connection rests 100 ms before it asks again
--
-- wrk is a closed loop: a connection asks again when it has been answered, so whoever is refused fast
-- asks fast. Without think= the report is about refusals; with it, at most connections / think requests
-- a second arrive. Its latencies leave out what a stalled server kept from being sent.

dofile((debug.getinfo(1, 'S').source:match('@?(.*/)') or './') .. 'tally.lua')

local TIERS = { 'p0', 'p1', 'p2', '?' }
local LOAN_HEADERS = { ['Content-Type'] = 'application/json' }
local threads = {}

function setup(thread)
  thread:set('number', #threads + 1)
  threads[#threads + 1] = thread
end

function init(args)
  local given = tally.arguments(args, { think = 0, timeout = 500 })
  counts = {} -- global, because done() reads it from outside
  run = string.format('%x-%d', os.time(), number)
  sent = 0
  math.randomseed(os.time() * 31 + number)
  wrk.headers['x-request-timeout-ms'] = tostring(given.timeout)
  if given.think > 0 then
    function delay() return given.think end
  end
end

local function loan()
  local headers = { ['Idempotency-Key'] = 'wrk-' .. run .. '-' .. sent }
  for _, from in ipairs({ LOAN_HEADERS, wrk.headers }) do
    for name, value in pairs(from) do headers[name] = value end
  end
  local body = string.format('{"isbn":"978%010d","memberId":"%d"}', math.random(1000), math.random(100000))
  return wrk.format('POST', '/loans', headers, body)
end

function request()
  local draw = math.random(100)
  sent = sent + 1
  if draw <= 20 then
    tally.add(counts, 'sent', 'p0')
    return loan()
  elseif draw <= 50 then
    tally.add(counts, 'sent', 'p1')
    return wrk.format('GET', '/titles/' .. math.random(1000))
  end
  tally.add(counts, 'sent', 'p2')
  return wrk.format('GET', '/recommendations')
end

-- wrk does not say which request an answer belongs to; the answer itself does. A refusal names its tier, a
-- loan its member, a title is an object and recommendations are a list. What says nothing goes under '?'.
local function tier_of(status, headers, body)
  if status < 300 then
    if body:find('"memberId"', 1, true) then return 'p0' end
    return body:sub(1, 1) == '[' and 'p2' or 'p1'
  end
  if tally.header(headers, 'x-sluice-reason') == 'outcome-unknown' then return 'p0' end
  return body:match('"tier":"(p[0-2])"') or '?'
end

function response(status, headers, body)
  tally.answer(counts, tier_of(status, headers, body), status, headers)
end

local function row(total, tier)
  local statuses = tally.under(total, 'status', tier)
  local ok, others, known = 0, 0, { ['429'] = true, ['503'] = true, ['504'] = true }
  for status, n in pairs(statuses) do
    if tonumber(status) < 300 then ok = ok + n elseif not known[status] then others = others + n end
  end
  print(string.format('%-4s %9s %9d %9d %7d %7d %7d   %-14s %s', tier,
    tier == '?' and '-' or tally.get(total, 'sent', tier), ok, statuses['429'] or 0, statuses['503'] or 0,
    statuses['504'] or 0, others, tally.spread(tally.under(total, 'after-s', tier)),
    tally.spread(tally.under(total, 'after-ms', tier))))
end

function done(summary, latency, requests)
  local total = tally.sum(threads)
  local errors, seconds = summary.errors, summary.duration / 1e6
  print(string.format('\n%-4s %9s %9s %9s %7s %7s %7s   %-14s %s', 'tier', 'sent', '2xx', '429', '503', '504',
    'other', 'Retry-After s', 'retry-after-ms, min/p50/max'))
  for _, tier in ipairs(TIERS) do row(total, tier) end
  local answered = 0
  for status, n in pairs(total) do
    if status:find('^status|%S+|2') then answered = answered + n end
  end
  print(string.format('\n2xx per second: %.0f (of %.0f answers per second)', answered / seconds, summary.requests / seconds))
  print(string.format('not answered: connect %d, read %d, write %d, timeout %d', errors.connect, errors.read,
    errors.write, errors.timeout))
  for _, tier in ipairs(TIERS) do
    local reasons = tally.under(total, 'reason', tier)
    for _, reason in ipairs(tally.ranked(reasons)) do
      print(string.format('%s %s: %d', tier, reason, reasons[reason]))
    end
    local mute = tally.get(total, 'no-hint', tier)
    if mute > 0 then print(string.format('%s refused without Retry-After: %d', tier, mute)) end
  end
end
