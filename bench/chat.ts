import { execFileSync } from 'node:child_process'
import { messageId, tickOfMs } from '../apps/server/src/db/chat-message-id.ts'
import { type Audience, type Delivery, gather } from './support/audience.ts'
import { type BenchChild, startChild } from './support/bench-child.ts'
import { percentile } from './support/percentile.ts'

// CPU of our chat for each delivered message, against bare ws that sends the same bytes to as many sockets: alternated, server
// on one core, client on the other, every message counted. Then ten thousand sockets for a minute. See bench/README.md.

const rounds = 3
const [serverCore, clientCore] = [0, 1]
const scenarios = [
  { name: 'quiet room of 1,000', sockets: 1000, perSecond: 5, messages: 40, way: 'publish', goal: 1.1 },
  { name: 'room of 5,000 at 20/s', sockets: 5000, perSecond: 20, messages: 120, way: 'publish', goal: 0.35 },
  { name: 'the same, stored', sockets: 5000, perSecond: 20, messages: 120, way: 'post', goal: 0.6 },
] as const
const big = { sockets: 10_000, perSecond: 20, seconds: Number(process.argv[2] ?? 60) }

execFileSync('taskset', ['-pc', String(clientCore), String(process.pid)], { stdio: 'ignore' })

/** Sends at an absolute schedule: a server that falls behind is not waited for. */
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
  if (way === 'publish') return () => void child.ask({ kind: 'publish', message: makeMessage() }).catch(failed)
  if (way === 'bare') {
    return () => {
      const text = `42${JSON.stringify(['messages', { channel: 'bench', messages: [makeMessage()] }])}`
      child.ask({ kind: 'send', text }).catch(failed)
    }
  }
  const tokens = child.hello.tokens as string[]
  const post = (n: number, key: string) =>
    fetch(`http://127.0.0.1:${child.port}/api/chat/messages/bench`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[n % tokens.length]}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ message: makeMessage().message }),
    })
  return async (n) => {
    const key = `${performance.now()}-${n}`
    try {
      let answer = await post(n, key)
      // The server closed a connection that stood unused just as this was sent over it.
      if (answer.status === 408) answer = await post(n, key)
      if (!answer.ok) failed(new Error(await answer.text()))
    } catch (error) {
      failed(error as Error)
    }
  }
}

interface Round extends Delivery {
  cpuMs: number
  usPerDelivery: number
}

async function run(
  child: BenchChild,
  audience: Audience,
  send: (n: number) => void,
  { messages, perSecond }: { messages: number; perSecond: number },
): Promise<Round> {
  const before = await child.usage()
  const delivery = audience.expect(messages, (messages / perSecond) * 1000 + 30_000)
  await pace(messages, perSecond, send)
  const delivered = await delivery
  const cpuMs = (await child.usage()).cpuMs - before.cpuMs
  return { ...delivered, cpuMs, usPerDelivery: (cpuMs * 1000) / (messages * audience.size) }
}

const range = (values: number[]) =>
  `${percentile(values, 50)?.toFixed(2)} [${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)}]`

const [wanted = 'all'] = process.argv.slice(3)
for (const scenario of scenarios) {
  if (wanted !== 'all' && wanted !== scenario.way) continue
  const [ours, bare] = await Promise.all([
    startChild('chat-server.ts', serverCore),
    startChild('bare-server.ts', serverCore),
  ])
  const inRoom = await gather('chat', ours.port, scenario.sockets)
  const atBare = await gather('bare', bare.port, scenario.sockets)
  const results: { ours: Round; bare: Round }[] = []
  for (let round = 0; round < rounds; round += 1) {
    results.push({
      ours: await run(ours, inRoom, sender(ours, scenario.way), scenario),
      bare: await run(bare, atBare, sender(bare, 'bare'), scenario),
    })
  }
  const ratios = results.map((result) => result.ours.usPerDelivery / result.bare.usPerDelivery)
  const wrong = (side: 'ours' | 'bare') => results.reduce((sum, result) => sum + result[side].wrong, 0)
  console.log(
    `${scenario.name}: ratio ${range(ratios)}, goal ${scenario.goal}; µs a delivery ` +
      `${range(results.map((result) => result.ours.usPerDelivery))} against ${range(results.map((result) => result.bare.usPerDelivery))}; ` +
      `${wrong('ours')} wrong or lost, ${wrong('bare')} at bare ws`,
  )
  for (const audience of [inRoom, atBare]) audience.close()
  for (const child of [ours, bare]) child.stop()
}

if (wanted !== 'all' && wanted !== 'big') process.exit(0)
const server = await startChild('chat-server.ts', serverCore)
const beforeJoin = await server.usage()
const audience = await gather('chat', server.port, big.sockets)
const joinCpuMs = (await server.usage()).cpuMs - beforeJoin.cpuMs
const clientBefore = process.cpuUsage()
const messages = big.perSecond * big.seconds
const result = await run(server, audience, sender(server, 'post'), { messages, perSecond: big.perSecond })
const client = process.cpuUsage(clientBefore)
const { rssMb } = await server.usage()
console.log(
  `10,000 sockets at ${big.perSecond}/s for ${big.seconds} s, stored: joined in ${(audience.joinMs / 1000).toFixed(1)} s (goal 15; ${(joinCpuMs / 1000).toFixed(1)} s of the server's core), ` +
    `${result.wrong} wrong or lost of ${messages * big.sockets}, 99th ${percentile(result.latenciesMs, 99)?.toFixed(0)} ms with the tick (goal 500 + tick of 480), ` +
    `median ${percentile(result.latenciesMs, 50)?.toFixed(0)} ms, ${(result.cpuMs / 1000 / big.seconds).toFixed(2)} core (goal 0.7), ` +
    `${rssMb.toFixed(0)} MB (goal 400); client ${((client.user + client.system) / 1e6 / big.seconds).toFixed(2)} core`,
)
audience.close()
server.stop()
process.exit(0)
