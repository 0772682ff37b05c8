import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { messageId, tickOfMs } from '../../apps/server/src/db/chat/chat-message-id.ts'
import { percentile } from '../support/percentile.ts'
import { type BenchChild, startChild } from '../support/servers/bench-child.ts'
import { type Audience, type Delivery, openAudience } from '../support/viewers/audience.ts'
import { localTarget } from '../support/viewers/target.ts'

// CPU time of our chat per delivered message, compared with bare ws that sends the same bytes to as many sockets. The two take turns,
// the server on one core and the client on the other; every message is counted. Then ten thousand sockets for a minute. See
// bench/README.md.

const rounds = 3
const [serverCore, clientCore] = [0, 1]
const scenarios = [
  { name: 'quiet room of 1,000', sockets: 1000, perSecond: 5, messages: 40, way: 'publish', goal: 1.1 },
  { name: 'room of 5,000 at 20/s', sockets: 5000, perSecond: 20, messages: 120, way: 'publish', goal: 0.35 },
  { name: 'the same, stored', sockets: 5000, perSecond: 20, messages: 120, way: 'post', goal: 0.6 },
] as const
const big = { sockets: 10_000, perSecond: 20, seconds: Number(process.argv[2] ?? 60) }

execFileSync('taskset', ['-pc', String(clientCore), String(process.pid)], { stdio: 'ignore' })

/** Sends on an absolute schedule: it does not wait for a server that falls behind. */
async function pace(count: number, perSecond: number, send: (n: number) => void): Promise<void> {
  const startMs = performance.now()
  for (let n = 0; n < count; n += 1) {
    const waitMs = startMs + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    send(n)
  }
}

function makeMessage() {
  const timestamp = performance.timeOrigin + performance.now()
  const id = messageId(Math.floor(tickOfMs(timestamp)))
  const message = 'The quick brown fox jumps over the lazy dog, said a chatter.'
  const writer = { username: 'somebody', role: 'user' as const, isModerator: false }
  return { id, _id: id, channel: 'bench', message, timestamp, kind: 'message' as const, replyTo: null, ...writer }
}

function sender(child: BenchChild, way: 'publish' | 'post' | 'bare'): (n: number) => void {
  const failed = (error: Error) => console.error(`not sent: ${error.message}`)
  if (way === 'publish') return () => void child.request({ kind: 'publish', message: makeMessage() }).catch(failed)
  if (way === 'bare') {
    return () => {
      const text = `42${JSON.stringify(['messages', { channel: 'bench', messages: [makeMessage()] }])}`
      child.request({ kind: 'send', text }).catch(failed)
    }
  }
  const tokens = child.ready.tokens as string[]
  return (n) => void postUntilStored(child.port, tokens[n % tokens.length]!).catch(failed)
}

/** Like the site's page: a request that failed is repeated with the same idempotency key, and the message is stored once. */
async function postUntilStored(port: number, token: string): Promise<void> {
  const body = JSON.stringify({ message: makeMessage().message, idempotencyKey: randomUUID() })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/chat/messages/bench`, { method: 'POST', headers, body })
      if (answer.ok) return
      throw new Error(await answer.text())
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

interface Round extends Delivery {
  cpuMs: number
  /** The client's share of a core during the measurement. */
  clientShare: number
  usPerDelivery: number
}

async function run(
  child: BenchChild,
  audience: Audience,
  send: (n: number) => void,
  { messages, perSecond }: { messages: number; perSecond: number },
): Promise<Round> {
  const before = await child.usage()
  const startMs = performance.now()
  const clientBefore = process.cpuUsage()
  const delivery = audience.count(messages)
  await pace(messages, perSecond, send)
  const delivered = await delivery
  const { user, system } = process.cpuUsage(clientBefore)
  const clientShare = (user + system) / 1000 / (performance.now() - startMs)
  const cpuMs = (await child.usage()).cpuMs - before.cpuMs
  return { ...delivered, cpuMs, clientShare, usPerDelivery: (cpuMs * 1000) / delivered.delivered }
}

const range = (values: number[]) =>
  `${percentile(values, 50)?.toFixed(2)} [${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)}]`

/** A run with closed sockets measured the machine: the server closes a client that does not answer for 20 s. */
function faultsOf(rounds: Round[]): string {
  const sum = (field: 'wrong' | 'lost') => rounds.reduce((total, round) => total + round[field], 0)
  return (
    `${sum('lost')} lost, ${sum('wrong')} duplicated or out of order, ${rounds.at(-1)?.closed} sockets closed, ` +
    `client at most at ${Math.max(...rounds.map((round) => round.clientShare)).toFixed(2)} core`
  )
}

const [wanted = 'all'] = process.argv.slice(3)
for (const scenario of scenarios) {
  if (wanted !== 'all' && wanted !== scenario.way) continue
  const [ours, bare] = await Promise.all([
    startChild('servers/chat-server.ts', serverCore),
    startChild('servers/bare-server.ts', serverCore),
  ])
  const inRoom = await openAudience('chat', localTarget(ours.port), scenario.sockets)
  const atBare = await openAudience('bare', localTarget(bare.port), scenario.sockets)
  const results: { ours: Round; bare: Round }[] = []
  for (let round = 0; round < rounds; round += 1) {
    results.push({
      ours: await run(ours, inRoom, sender(ours, scenario.way), scenario),
      bare: await run(bare, atBare, sender(bare, 'bare'), scenario),
    })
  }
  const ratios = results.map((result) => result.ours.usPerDelivery / result.bare.usPerDelivery)
  const latenciesOf = (side: 'ours' | 'bare') => results.flatMap((result) => result[side].latenciesMs)
  const faults = (side: 'ours' | 'bare') => faultsOf(results.map((result) => result[side]))
  console.log(
    `${scenario.name}: ratio ${range(ratios)}, goal ${scenario.goal}; µs per delivery ` +
      `${range(results.map((result) => result.ours.usPerDelivery))} against ${range(results.map((result) => result.bare.usPerDelivery))}; ` +
      `99th ${percentile(latenciesOf('ours'), 99)?.toFixed(0)} ms against ${percentile(latenciesOf('bare'), 99)?.toFixed(0)}; ` +
      `${faults('ours')}; at bare ws ${faults('bare')}`,
  )
  for (const audience of [inRoom, atBare]) audience.close()
  for (const child of [ours, bare]) child.stop()
}

if (wanted !== 'all' && wanted !== 'big') process.exit(0)
const server = await startChild('servers/chat-server.ts', serverCore)
const beforeJoin = await server.usage()
const audience = await openAudience('chat', localTarget(server.port), big.sockets)
const joinCpuMs = (await server.usage()).cpuMs - beforeJoin.cpuMs
const messages = big.perSecond * big.seconds
const result = await run(server, audience, sender(server, 'post'), { messages, perSecond: big.perSecond })
const { rssMb } = await server.usage()
console.log(
  `[F16] 10,000 sockets joined in ${(audience.joinMs / 1000).toFixed(1)} s (goal 15; ${(joinCpuMs / 1000).toFixed(1)} s of the server's core)\n` +
    `[F15] 10,000 sockets at ${big.perSecond}/s for ${big.seconds} s, stored: ${faultsOf([result])} of ${messages * big.sockets}, ` +
    `99th ${percentile(result.latenciesMs, 99)?.toFixed(0)} ms with the tick (goal 500 + tick of 480), ` +
    `median ${percentile(result.latenciesMs, 50)?.toFixed(0)} ms, ${(result.cpuMs / 1000 / big.seconds).toFixed(2)} core (goal 0.7), ` +
    `${rssMb.toFixed(0)} MB (goal 400)`,
)
audience.close()
server.stop()
process.exit(0)
