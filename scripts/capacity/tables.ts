import { assumptions, type Figure, figures } from './figures.ts'
import { estimate } from './model.ts'

const sizes = [100_000, 1_000_000]
type Estimate = ReturnType<typeof estimate>

/** The tables of docs/capacity.md by the names of their places in it. */
export function tables(): Record<string, string> {
  return {
    figures: listed(figures),
    assumptions: listed(assumptions),
    machines: machines(),
    rates: rates(),
    money: money(),
  }
}

/** `text` with each table in its place: between `<!-- NAME -->` and `<!-- end -->`. */
export function withTables(text: string): string {
  return Object.entries(tables()).reduce((done, [name, table]) => {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`)
    if (!place.test(done)) throw new Error(`docs/capacity.md has no place for the table '${name}'.`)
    return done.replace(place, (_, begin, end) => `${begin}\n${table}\n\n${end}`)
  }, text)
}

function listed(rows: Readonly<Record<string, Figure>>): string {
  return toTable(
    ['', 'value', 'from'],
    Object.entries(rows).map(([name, { value, unit, source }]) => [
      `\`${name}\``,
      `${write(value)} ${unit}`.trim(),
      source,
    ]),
  )
}

function machines(): string {
  const row = (name: string, of: (estimate: Estimate) => Estimate['edges']) => [
    name,
    ...sizes.map((size) => {
      const { cores, gigabits, machines } = of(estimate(size))
      return `${write(cores)} cores${gigabits > 0 ? `, ${write(gigabits)} Gbit/s` : ''}: ${machines}`
    }),
  ]
  return toTable(
    ['machines for', ...sizes.map((size) => `${write(size)} viewers`)],
    [
      row('low delay: edges with Varnish and their reports', ({ edges }) => edges),
      row('real time: media processes', ({ media }) => media),
      row('keys and reports: core processes', ({ core }) => core),
      row('chat: chat processes', ({ chat }) => chat),
      ['all', ...sizes.map((size) => `${estimate(size).machines}`)],
    ],
  )
}

function rates(): string {
  const row = (name: string, write: (estimate: Estimate) => string) => [
    name,
    ...sizes.map((size) => write(estimate(size))),
  ]
  return toTable(
    ['a second', ...sizes.map((size) => `${write(size)} viewers`)],
    [
      row('requests of all edges to the site, and the cores for them', ({ siteRequests, siteCores }) => {
        return `${write(siteRequests)}, ${write(siteCores)}`
      }),
      row('keys', ({ keys }) => write(keys)),
      row(
        'Redis commands for them (of one Redis)',
        ({ redis, redisShare }) => `${write(redis)} (${write(redisShare * 100)} %)`,
      ),
      row("database rows for addresses in edges' reports (with a budget only)", ({ rows }) => write(rows)),
      row('database rows for chat messages', () => write(assumptions.messages.value)),
      row('chat messages to sockets', ({ deliveries }) => write(deliveries)),
      row(
        'open chat sockets, and their memory',
        ({ sockets, chatGigabytes }) => `${write(sockets)}, ${write(chatGigabytes)} GB`,
      ),
    ],
  )
}

function money(): string {
  const row = (
    name: string,
    dollars: 'flatDollars' | 'cheapDollars' | 'dearDollars',
    each: 'flat' | 'cheap' | 'dear',
  ) => [
    name,
    ...sizes.map((size) => {
      const found = estimate(size)
      return `$${write(found[dollars])}, $${found.perViewerHour[each].toFixed(4)} a viewer's hour`
    }),
  ]
  return toTable(
    ['a month', ...sizes.map((size) => `${write(size)} viewers`)],
    [
      ['sent', ...sizes.map((size) => `${write(estimate(size).terabytes)} TB`)],
      row('machines with traffic included', 'flatDollars', 'flat'),
      row('traffic alone, where it is cheap', 'cheapDollars', 'cheap'),
      row('traffic alone, where it is dear', 'dearDollars', 'dear'),
    ],
  )
}

/** Three digits are more than the model knows. */
function write(number: number): string {
  return Number(number.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 })
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
