/** What the model stands on: a number, and where it is from. */
export interface Figure {
  value: number
  unit: string
  source: string
}

const measured = (value: number, unit: string, source: string): Figure => ({ value, unit, source })

/** Of one core of the machine that bench/README.md names. All figures of processor time are for one viewer, socket, call or message. */
export const figures = {
  edgeUs: measured(459, 'µs/s', 'bench:edge-costs: Varnish, a viewer of 1.17 Mbit/s'),
  readerUs: measured(91, 'µs/s', 'bench:edge-costs: `waggle edge-report` with varnishncsa, a viewer'),
  edgeMegabits: measured(1.17, 'Mbit/s', 'bench:edge-costs: what these viewers received'),
  siteRequests: measured(
    6.2,
    'requests/s',
    'bench:edges: of an edge with Varnish to the site, for each rendition, at 10 and at 1,000 viewers',
  ),
  realTimeUs: measured(900, 'µs/s', 'bench:real-time: 0.45 cores for 500 viewers, quiet machine'),
  realTimeMegabits: measured(1.01, 'Mbit/s', 'bench:real-time: what these viewers received'),
  keyUs: measured(380, 'µs', 'bench:edge-costs: a key, on SQLite without Redis'),
  keySeconds: measured(30, 's', 'how long a key is in use (ARCHITECTURE.md)'),
  reportUs: measured(15_117, 'µs', "bench:edge-costs: an edge's report of 500 addresses, on SQLite"),
  reportRows: measured(500, 'rows', 'most in a report (docs/several-machines.md)'),
  chatUs: measured(31, 'µs/s', 'bench:chat: 0.31 cores for 10,000 sockets in a room with 20 messages a second'),
  chatKilobytes: measured(30, 'kB', 'bench:chat: 299 MB for 10,000 sockets'),
  messageUs: measured(3_700, 'µs', 'bench:chat-abuse: 0.18 cores for 49 messages a second, under attack'),
  redisCommands: measured(
    11,
    'commands',
    'shared-state: for each key an EVAL and two transactions of five commands (counted in the code)',
  ),
  redisPerSecond: measured(
    148_000,
    'commands/s',
    '`redis-benchmark -t zadd -P 5 -c 50`, Redis 7.0, same machine, 2026-11-23',
  ),
  playlistUs: measured(21, 'µs', 'bench:delivery: a playlist'),
  partUs: measured(55, 'µs', 'bench:delivery: a part of 200 kB'),
} as const

/** Change these first: they are choices and prices, not measurements. */
export const assumptions = {
  megabits: measured(3, 'Mbit/s', 'what a viewer receives on average'),
  realTimeShare: measured(0.1, '', 'viewers in real time; the others watch in low delay, from edges'),
  chatShare: measured(0.5, '', 'viewers with an open chat'),
  messages: measured(20, 'messages/s', 'in the room'),
  renditions: measured(4, '', 'of the broadcast: the source and three rungs'),
  machineCores: measured(8, 'cores', 'of a machine'),
  machineGigabits: measured(10, 'Gbit/s', 'of its network'),
  used: measured(0.5, '', 'of cores and network; the rest is for the evening when it is more'),
  reportSeconds: measured(30, 's', '`waggle edge-report --every 30`'),
  hours: measured(100, 'h', 'on air in a month, with that many viewers'),
  flatDollars: measured(400, '$', 'for such a machine and a month, traffic included'),
  cheapDollars: measured(0.01, '$/GB', 'where traffic is cheap'),
  dearDollars: measured(0.085, '$/GB', 'where traffic is dear, such as at a large cloud'),
} as const
