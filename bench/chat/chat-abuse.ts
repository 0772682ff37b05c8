import { execFileSync } from 'node:child_process'
import { chatLimits } from '@waggle/contract/chat/limits'
import { messageId, tickOfMs } from '../../apps/server/src/db/chat/chat-message-id.ts'
import { measureCalls, readHistory } from '../../apps/server/src/testing/chat/moderation-attack.ts'
import { percentile } from '../support/percentile.ts'
import { type BenchChild, startChild } from '../support/servers/bench-child.ts'
import type { LongestSlice } from '../support/servers/loop-slices.ts'
import { openAudience } from '../support/viewers/audience.ts'
import { localTarget } from '../support/viewers/target.ts'

// Abuse of a chat, and its effect on other users. `flood`: 200 accounts send 50 messages a second each. `stalled`: a tenth of a
// room's sockets stop reading. `moderation`: four accounts write as much as they can to channels of 75,000 messages each. See bench/README.md.

const [serverCore, clientCore] = [0, 1]
const [what = 'flood', secondsText = '60'] = process.argv.slice(2)
const seconds = Number(secondsText)

execFileSync('taskset', ['-pc', String(clientCore), String(process.pid)], { stdio: 'ignore' })
const server = await startChild('servers/chat-server.ts', serverCore)
const tokens = server.ready.tokens as string[]
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const measurements: Record<string, () => Promise<void>> = { flood, stalled, moderation, slices }
const measurement = measurements[what]
if (!measurement) throw new Error(`'${what}' is no measurement: use ${Object.keys(measurements).join(', ')}`)
await measurement()
server.stop()
process.exit(0)

/** The delays of one room's messages in ms: from the call to its delivery, and within the server from reading the call to writing the last packet. */
interface Delays {
  total: number[]
  server: number[]
}

/** A second server that nobody floods has the same quiet room: a delay that appears there too is due to the machine. */
async function flood(): Promise<void> {
  const bots = 200
  const control = await startChild('servers/chat-server.ts', serverCore)
  const flooders = await startChild('viewers/chat-bots.ts', clientCore)
  const sides = await Promise.all(
    [server, control].map(async (side) => ({
      side,
      room: await openAudience('chat', localTarget(side.port), 100, { channel: 'calm', network: 11 }),
    })),
  )
  await flooders.request({ kind: 'openAudience', port: server.port })
  await sendCalmly(2)
  const before = await sendCalmly(seconds)
  const start = await server.usage()
  await flooders.request({ kind: 'flood', port: server.port, tokens: tokens.slice(0, bots) })
  const during = await sendCalmly(seconds)
  const { statuses, heard } = await flooders.request<{ statuses: [string, number][]; heard: number }>({ kind: 'stop' })
  await wait(2000)
  const end = await server.usage()
  console.log(
    `${bots} bots for ${seconds} s: responses ${JSON.stringify(statuses)}; the room received ${heard} messages of at most ` +
      `${20 * bots * (Math.floor(seconds / 30) + 1)} that the limits allow; ${((end.cpuMs - start.cpuMs) / 1000 / seconds).toFixed(2)} core; ` +
      `memory grew by ${(end.rssMb - start.rssMb).toFixed(0)} MB`,
  )
  for (const [n, name] of ['another room', 'a room of another server'].entries()) {
    console.log(
      `${name}: ${compare(before[n]!, during[n]!, 'total')}; within the server ${compare(before[n]!, during[n]!, 'server')}`,
    )
  }
  for (const child of [control, flooders]) child.stop()

  /** Sends ten messages a second to each calm room, alternating between the rooms. */
  function sendCalmly(seconds: number): Promise<Delays[]> {
    const startMs = performance.now()
    return Promise.all(
      sides.map(async ({ side, room }, index) => {
        const count = seconds * 10
        const delivery = room.count(count)
        await side.request({ kind: 'delays' })
        for (let n = 0; n < count; n += 1) {
          await wait(Math.max(0, startMs + n * 100 + index * 50 - performance.now()))
          await send(side, n)
        }
        const { latenciesMs } = await delivery
        return { total: latenciesMs, server: await side.request<number[]>({ kind: 'delays' }) }
      }),
    )
  }
}

function compare(before: Delays, during: Delays, what: keyof Delays): string {
  return compareTimes(before[what], during[what])
}

function compareTimes(before: number[], during: number[]): string {
  const figures = [50, 95, 99, 100].map((percent) => {
    const [earlier, later] = [before, during].map((timesMs) => percentile(timesMs, percent) ?? 0)
    return `${percent}th ${earlier!.toFixed(1)} and ${later!.toFixed(1)} ms (${(later! / earlier!).toFixed(2)} times)`
  })
  return figures.join(', ')
}

async function stalled(): Promise<void> {
  const size = 1000
  const stalledCount = size / 10
  const audience = await openAudience('chat', localTarget(server.port), size)
  const { rssMb } = await server.usage()
  audience.stall(stalledCount)
  const count = seconds * 50
  const delivery = audience.count(count)
  const startMs = performance.now()
  let mostMb = rssMb
  for (let n = 0; n < count; n += 1) {
    await server.request({ kind: 'publish', message: makeLongMessage() })
    if (n % 500 === 0) mostMb = Math.max(mostMb, (await server.usage()).rssMb)
    const waitMs = startMs + n * 20 - performance.now()
    if (waitMs > 0) await wait(waitMs)
  }
  const { lost, wrong, closed, latenciesMs } = await delivery
  const left = await server.request<number>({ kind: 'sockets' })
  console.log(
    `${stalledCount} of ${size} sockets stalled, 50 messages/s for ${seconds} s: the server has ${left} left, ${closed} of the others closed, ${lost} messages lost by them, ` +
      `${wrong} duplicated or out of order, 99th ${percentile(latenciesMs, 99)?.toFixed(0)} ms, memory grew by ${(mostMb - rssMb).toFixed(0)} MB at most`,
  )
}

/** How long calls took, in ms. */
interface Calls {
  reading: number[]
  sending: number[]
}

/**
 * The calls of another caller while four accounts moderate their own channels without pause, and while they do not, in turns of ten
 * seconds: what other programs do to the machine meets both. A second server that nobody attacks gets the same calls.
 */
async function moderation(): Promise<void> {
  const turnSeconds = 10
  const control = await startChild('servers/chat-server.ts', serverCore)
  const moderators = await startChild('viewers/chat-moderators.ts', clientCore)
  const attackers = [0, 1, 2, 3].map((n) => ({ name: `writer-${n}`, token: tokens[n]! }))
  for (const { name } of attackers) await server.request({ kind: 'fill', channel: name, count: 75_000 })
  for (const side of [server, control]) await side.request({ kind: 'fill', channel: 'calm', count: 500 })
  await callBoth(2)
  const alone: Calls[][] = []
  const attacked: Calls[][] = []
  const statuses = new Map<number, number>()
  const growthMb: number[] = []
  let cpuMs = 0
  for (let turn = 0; turn < Math.ceil(seconds / turnSeconds); turn += 1) {
    alone.push(await callBoth(turnSeconds))
    await moderators.request({ kind: 'attack', url: addressOf(server), attackers })
    const start = await server.usage()
    attacked.push(await callBoth(turnSeconds))
    const end = await server.usage()
    cpuMs += end.cpuMs - start.cpuMs
    growthMb.push(end.rssMb - start.rssMb)
    for (const [status, count] of await moderators.request<[number, number][]>({ kind: 'stop' })) {
      statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
  }
  console.log(
    `four accounts for ${alone.length * turnSeconds} s: responses ${JSON.stringify([...statuses])}; ` +
      `${(cpuMs / 1000 / alone.length / turnSeconds).toFixed(2)} core; memory grew by ${Math.max(...growthMb).toFixed(0)} MB at most`,
  )
  for (const [n, name] of ['another caller', 'a caller of another server'].entries()) {
    for (const what of ['reading', 'sending'] as const) {
      const [before, during] = [alone, attacked].map((turns) => turns.flatMap((sides) => sides[n]![what]))
      console.log(`${name}, ${what}: ${compareTimes(before!, during!)}`)
    }
  }
  for (const child of [control, moderators]) child.stop()

  /** Reads a room of each server, and sends ten messages a second to it. */
  function callBoth(durationSeconds: number): Promise<Calls[]> {
    const endMs = performance.now() + durationSeconds * 1000
    const isOver = () => performance.now() > endMs
    return Promise.all(
      [server, control].map(async (side) => {
        let n = 0
        const sendNext = () => {
          n += 1
          return send(side, n)
        }
        const [reading, sending] = await Promise.all([
          measureCalls(() => readHistory(addressOf(side), 'calm'), isOver),
          measureCalls(sendNext, isOver, 100),
        ])
        return { reading, sending }
      }),
    )
  }
}

/** How long each kind of call of a moderator holds up the event loop, and with it every other caller. */
async function slices(): Promise<void> {
  const name = 'writer-0'
  await server.request({ kind: 'fill', channel: name, count: 75_000 })
  const address = `${addressOf(server)}/api/chat`
  const found = new Map<string, LongestSlice[]>()
  async function call(kind: string, method: string, path: string, body?: unknown) {
    await server.request({ kind: 'slices' })
    const response = await fetch(`${address}/${path.replace('{channel}', name)}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[0]}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    const slice = await server.request<LongestSlice>({ kind: 'slices' })
    if (response.status === 200) found.set(kind, [...(found.get(kind) ?? []), slice])
    // Slower than the limit of calls.
    await wait(200)
    return answer
  }
  const endMs = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < endMs; round += 1) {
    const names = Array.from({ length: chatLimits.moderatorsMax }, (_, n) => `m${round % 2}-user${n}`)
    const words = Array.from({ length: chatLimits.blockedWordsMax }, (_, n) => `${round}-${n}-`.padEnd(50, 'x'))
    await call('replace all moderators', 'PUT', 'config/{channel}', { moderators: names })
    await call('replace all blocked words', 'PUT', 'config/{channel}', { blockedWords: words })
    await call('send', 'POST', 'messages/{channel}', { message: `round ${round}` })
    await call('clear', 'POST', 'clear/{channel}')
    const { entries = [] } = await call('read the log', 'GET', 'log/{channel}?limit=100')
    for (const { id, action } of entries.slice(0, 2))
      await call(`revert: ${action}`, 'POST', `log/{channel}/${id}/revert`)
    await call('ban', 'POST', 'ban/{channel}', { username: `user-${round}`, reason: 'r'.repeat(300) })
    await call('read the history', 'GET', 'messages/{channel}')
  }
  for (const [kind, all] of found) {
    const text = (['cpuMs', 'wallMs'] as const).map((what) => {
      const timesMs = all.map((slice) => slice[what])
      return `${what === 'cpuMs' ? 'processor' : 'clock'} median ${percentile(timesMs, 50)?.toFixed(1)} ms, longest ${Math.max(...timesMs).toFixed(1)} ms`
    })
    console.log(`${kind} (${all.length}): ${text.join('; ')}`)
  }
}

function addressOf({ port }: BenchChild): string {
  return `http://127.0.0.1:${port}`
}

/** From an account of many, so that none exceeds its limit. */
async function send(side: BenchChild, n: number): Promise<void> {
  const token = (side.ready.tokens as string[])[200 + (n % 40)]
  const response = await fetch(`${addressOf(side)}/api/chat/messages/calm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ message: `sent at ${(performance.timeOrigin + performance.now()).toFixed(3)}` }),
  })
  if (response.status !== 200) throw new Error(`a message was answered with ${response.status}`)
  await response.text()
}

function makeLongMessage() {
  const timestamp = performance.timeOrigin + performance.now()
  const id = messageId(Math.floor(tickOfMs(timestamp)))
  const writer = { username: 'somebody', role: 'user' as const, isModerator: false }
  const message = 'words and more words '.repeat(23)
  return { id, _id: id, channel: 'bench', message, timestamp, kind: 'message' as const, replyTo: null, ...writer }
}
