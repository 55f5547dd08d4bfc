-- What wrk's threads saw, by tier: answers, reasons and the hints that came with refusals.
--
-- Every thread of wrk has a Lua of its own. Each counts into one flat table of numbers, the one form
-- that thread:get() hands over whole, and done() adds the tables up. Keys are words joined by '|'.

tally = {}

local HINT_STEP_MS = 50 -- retry-after-ms is counted in steps of this

-- Adds n, or 1, to a count.
function tally.add(counts, ...)
  local key = table.concat({ ... }, '|')
  counts[key] = (counts[key] or 0) + 1
end

-- A header, whatever case it came in.
function tally.header(headers, name)
  local value = headers[name]
  if value then return value end
  for key, other in pairs(headers) do
    if key:lower() == name then return other end
  end
  return nil
end

-- Counts one answer of a tier.
function tally.answer(counts, tier, status, headers)
  tally.add(counts, 'status', tier, status)
  if status < 400 then return end
  tally.add(counts, 'reason', tier, status .. ' ' .. (tally.header(headers, 'x-sluice-reason') or '(none)'))
  if status ~= 429 and status ~= 503 then return end
  tally.hint(counts, tier, headers)
end

-- Counts when a refused client was told to come back: whole seconds and the exact milliseconds.
function tally.hint(counts, tier, headers)
  local seconds = tonumber(tally.header(headers, 'retry-after') or '')
  local millis = tonumber(tally.header(headers, 'retry-after-ms') or '')
  if seconds then tally.add(counts, 'after-s', tier, seconds) else tally.add(counts, 'no-hint', tier) end
  if millis then tally.add(counts, 'after-ms', tier, math.floor(millis / HINT_STEP_MS) * HINT_STEP_MS) end
end

-- The counts of all threads in one table.
function tally.sum(threads)
  local total = {}
  for _, thread in ipairs(threads) do
    for key, n in pairs(thread:get('counts')) do
      total[key] = (total[key] or 0) + n
    end
  end
  return total
end

-- A single count.
function tally.get(total, ...)
  return total[table.concat({ ... }, '|')] or 0
end

-- Last word -> count, of all keys that begin with these words.
function tally.under(total, ...)
  local start = table.concat({ ... }, '|') .. '|'
  local found = {}
  for key, n in pairs(total) do
    if key:sub(1, #start) == start then found[key:sub(#start + 1)] = n end
  end
  return found
end

-- The keys of a table that satisfy the predicate, most counted first.
function tally.ranked(counts)
  local keys = {}
  for key in pairs(counts) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return keys
end

-- The smallest of the counted numbers that at least this share does not exceed; nil without any.
function tally.quantile(counts, share)
  local values, all, seen = {}, 0, 0
  for value, n in pairs(counts) do
    values[#values + 1] = tonumber(value)
    all = all + n
  end
  table.sort(values)
  for _, value in ipairs(values) do
    seen = seen + counts[string.format('%d', value)]
    if seen >= share * all then return value end
  end
  return nil
end

-- 'min/p50/max' of the counted numbers, or a dash.
function tally.spread(counts)
  local low = tally.quantile(counts, 0)
  if not low then return '-' end
  return string.format('%d/%d/%d', low, tally.quantile(counts, 0.5), tally.quantile(counts, 1))
end

-- name=number arguments after '--'; anything else ends the run with a sentence.
function tally.arguments(args, known)
  local given = {}
  for name, value in pairs(known) do given[name] = value end
  for _, argument in ipairs(args) do
    local name, value = argument:match('^(%a+)=(%d+)$')
    if not name or known[name] == nil then
      io.stderr:write(string.format("%s: not understood (expected: %s)\n", argument, tally.usage(known)))
      os.exit(2)
    end
    given[name] = tonumber(value)
  end
  return given
end

function tally.usage(known)
  local names = {}
  for name in pairs(known) do names[#names + 1] = name .. '=NUMBER' end
  table.sort(names)
  return table.concat(names, ', ')
end
