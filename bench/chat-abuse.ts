import { execFileSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { messageId, tickOfMs } from '../apps/server/src/db/chat-message-id.ts'
import { gather } from './support/audience.ts'
import { startChild } from './support/bench-child.ts'
import { percentile } from './support/percentile.ts'

// What people do to a chat who mean it no good, and what others notice of it. `flood`: 200 accounts that send 50 messages a
// second each. `stalled`: a tenth of a room's sockets that take nothing any more. See bench/README.md.

const [serverCore, clientCore] = [0, 1]
const [what = 'flood', secondsText = '60'] = process.argv.slice(2)
const seconds = Number(secondsText)

execFileSync('taskset', ['-pc', String(clientCore), String(process.pid)], { stdio: 'ignore' })
const server = await startChild('chat-server.ts', serverCore)
const tokens = server.hello.tokens as string[]
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
await (what === 'flood' ? flood() : stalled())
server.stop()
process.exit(0)

async function flood(): Promise<void> {
  const bots = 200
  const calm = await gather('chat', server.port, 100, { channel: 'calm', network: 11 })
  const flooded = await gather('chat', server.port, 100)
  const before = await talk()
  const { rssMb } = await server.usage()
  const statuses = new Map<string, number>()
  const stops = tokens.slice(0, bots).map((token, n) => openBot(token, statuses, n % 2 === 0))
  const during = await talk()
  for (const stop of stops) stop()
  await wait(2000)
  const perListener = flooded.heard().delivered / flooded.size
  const growthMb = (await server.usage()).rssMb - rssMb
  console.log(
    `${bots} bots for ${seconds} s: answers ${JSON.stringify([...statuses])}; the room heard ${perListener} messages of ` +
      `${(20 * bots * (Math.floor(seconds / 30) + 1)).toFixed(0)} the limits allow at most; another room's 99th percentile ${before.toFixed(1)} ms before, ` +
      `${during.toFixed(1)} ms during; memory grew by ${growthMb.toFixed(0)} MB`,
  )

  /** Two messages a second in the calm room; the 99th percentile of their delivery in ms. */
  async function talk(): Promise<number> {
    const count = seconds * 2
    const delivery = calm.expect(count)
    for (let n = 0; n < count; n += 1) {
      await fetch(`http://127.0.0.1:${server.port}/api/chat/messages/calm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[bots + (n % 40)]}` },
        body: JSON.stringify({ message: `sent at ${(performance.timeOrigin + performance.now()).toFixed(3)}` }),
      })
      await wait(500)
    }
    return percentile((await delivery).latenciesMs, 99) ?? 0
  }
}

/** Sends 50 messages a second: as many as are answered, or, if not `isPatient`, as many as the connection takes. Returns what ends it. */
function openBot(token: string, statuses: Map<string, number>, isPatient: boolean): () => void {
  const body = JSON.stringify({ message: 'buy now' })
  const request =
    `POST /api/chat/messages/bench HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n` +
    `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  let isAnswered = true
  let tcp = open()

  function open(): Socket {
    const socket = connect({ port: server.port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      isAnswered = true
      for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) {
        if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })
    return socket
  }

  const timer = setInterval(() => {
    if (tcp.closed) {
      tcp = open()
      isAnswered = true
    }
    if (isPatient ? !isAnswered : tcp.writableNeedDrain) return
    isAnswered = false
    tcp.write(request)
  }, 20)
  return () => {
    clearInterval(timer)
    tcp.destroy()
  }
}

async function stalled(): Promise<void> {
  const size = 1000
  const stalledCount = size / 10
  const audience = await gather('chat', server.port, size)
  const { rssMb } = await server.usage()
  audience.stall(stalledCount)
  const count = seconds * 50
  const delivery = audience.expect(count)
  const startMs = performance.now()
  let mostMb = rssMb
  for (let n = 0; n < count; n += 1) {
    await server.ask({ kind: 'publish', message: makeLongMessage() })
    if (n % 500 === 0) mostMb = Math.max(mostMb, (await server.usage()).rssMb)
    const waitMs = startMs + n * 20 - performance.now()
    if (waitMs > 0) await wait(waitMs)
  }
  const { lost, wrong, closed, latenciesMs } = await delivery
  const left = await server.ask<number>({ kind: 'sockets' })
  console.log(
    `${stalledCount} of ${size} sockets stalled, 50 messages/s for ${seconds} s: the server has ${left} left, ${closed} of the others closed, ${lost} lost by them, ` +
      `${wrong} doubled or out of order, 99th ${percentile(latenciesMs, 99)?.toFixed(0)} ms, memory grew by ${(mostMb - rssMb).toFixed(0)} MB at most`,
  )
}

function makeLongMessage() {
  const timestamp = performance.timeOrigin + performance.now()
  const id = messageId(Math.floor(tickOfMs(timestamp)))
  const writer = { username: 'somebody', role: 'user' as const, isModerator: false }
  const message = 'words and more words '.repeat(23)
  return { id, _id: id, channel: 'bench', message, timestamp, kind: 'message' as const, replyTo: null, ...writer }
}
