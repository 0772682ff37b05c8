import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile } from '../support/percentile.ts'
import { type Audience, openAudience } from '../support/viewers/audience.ts'
import { watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { targetOf } from '../support/viewers/target.ts'
import { measureSelf } from './own-figures.ts'
import { proveOwner, tokenSetting, watchOwner } from './owner.ts'
import { watchInRealTime } from './real-time-load.ts'

// Viewers and chat sockets for a site of one's own, from this machine. bench/README.md says how, and what the figures mean.

const usage = `npm run bench:load -- --site https://live.example [--channel NAME] [--viewers 100] [--mode low-delay|real-time]
                      [--chat 0] [--messages 0] [--seconds 30]

It puts load on a site that you run: ${tokenSetting} is the session of one of its operators, who has opened /operate within the
last hour. --messages is how many a minute this operator writes into the channel's chat (at most 30).`

/** Enough for a core of the machine that makes the load; a typing error does no more harm. */
const bounds = { viewers: 5000, chat: 20_000, messages: 30, seconds: 600 }

const wanted = readArguments()
const { site, channel, mode } = wanted
const token = process.env[tokenSetting]
try {
  await proveOwner(site, token)
  await run()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
process.exit(0)

async function run(): Promise<void> {
  const broadcast = await findBroadcast()
  console.log(
    `${site.host}: ${wanted.viewers} viewers (${mode}) of ${broadcast.username} and ${wanted.chat} chat sockets`,
  )
  const owner = watchOwner(site, token)
  void owner.lost.then((error) => {
    console.error(`Stopped: ${error.message}`)
    process.exit(1)
  })
  const audience =
    wanted.chat === 0
      ? undefined
      : await openAudience('chat', targetOf(site), wanted.chat, { channel: broadcast.username, mayFail: true })
  const self = measureSelf()
  const [lines, messages] = await Promise.all([
    wanted.viewers === 0 ? [] : mode === 'real-time' ? realTime(broadcast) : lowDelay(broadcast),
    audience === undefined ? [] : chat(audience, broadcast.username),
    wait(wanted.seconds * 1000),
  ])
  owner.stop()
  console.log([...lines, ...messages, self()].join('\n'))
}

async function lowDelay({ streamId }: Broadcast): Promise<string[]> {
  const settleMs = 8000
  const measureMs = wanted.seconds * 1000
  // An error names itself before a thousand viewers meet it.
  const playlist = await fetch(new URL(`/live/${streamId}/source/media.m3u8`, site), { redirect: 'error' })
  if (!playlist.ok) throw new Error(`The broadcast cannot be watched there: ${playlist.status}.`)
  const report = await watchWithBlockingReload(
    targetOf(site),
    `/live/${streamId}/source/`,
    wanted.viewers,
    settleMs,
    measureMs,
  )
  return [
    `parts delivered   ${(report.deliveredShare * 100).toFixed(2)} % of ${report.parts}`,
    `… median, 99th    ${milliseconds(report.delaysMs, 50)} and ${milliseconds(report.delaysMs, 99)}, from a part's first sign at any viewer here`,
    `received          ${megabits(report.bytes)} Mbit/s`,
    `refusals          ${listed(countEach(report.refusals))}`,
  ]
}

async function realTime({ streamId }: Broadcast): Promise<string[]> {
  const { token: viewerToken } = await call<{ token: string }>(`/api/hls/token/${streamId}`, { method: 'POST' })
  const measureMs = wanted.seconds * 1000
  const load = await watchInRealTime(site, { streamId, token: viewerToken, viewers: wanted.viewers, measureMs })
  return [
    `watching          ${load.watching} of ${wanted.viewers}`,
    `… longest silence ${milliseconds(load.longestSilencesMs, 50)} at the median viewer, ${milliseconds(load.longestSilencesMs, 99)} at the 99th percentile`,
    `received          ${megabits(load.bytes)} Mbit/s`,
    `refusals          ${listed(load.ended)}`,
  ]
}

async function chat(audience: Audience, room: string): Promise<string[]> {
  const endMs = performance.now() + wanted.seconds * 1000
  let sent = 0
  for (let n = 0; n < (wanted.messages * wanted.seconds) / 60; n += 1) {
    const sentMs = performance.timeOrigin + performance.now()
    const body = { message: `sent at ${sentMs.toFixed(3)}`, idempotencyKey: `load-${sentMs}` }
    const answer = await call(`/api/chat/messages/${room}`, { method: 'POST', body }).catch(() => undefined)
    if (answer) sent += 1
    await wait(60_000 / wanted.messages)
  }
  await wait(Math.max(0, endMs - performance.now()))
  const { delivered, closed, wrong, latenciesMs } = audience.counts()
  audience.close()
  return [
    `chat sockets      ${audience.size} of ${wanted.chat} in ${(audience.joinMs / 1000).toFixed(1)} s; ${closed} closed later`,
    `… refusals        ${listed(countEach(audience.refusals))}`,
    `… own messages    ${sent} sent; ${delivered} received by all sockets, others' included; ${wrong} out of order`,
    `… median, 99th    ${milliseconds(latenciesMs, 50)} and ${milliseconds(latenciesMs, 99)} from the call to a socket`,
  ]
}

interface Broadcast {
  streamId: string
  username: string
}

/** The channel that was named, or the one that most people watch. */
async function findBroadcast(): Promise<Broadcast> {
  const { streams } = await call<{ streams: { id: string; username: string }[] }>('/api/streams')
  const found = channel === undefined ? streams[0] : streams.find(({ username }) => username === channel)
  if (!found) throw new Error(channel === undefined ? 'No channel is live there.' : `${channel} is not live there.`)
  return { streamId: found.id, username: found.username }
}

async function call<Answer>(path: string, options: { method?: string; body?: object } = {}): Promise<Answer> {
  const { method = 'GET', body } = options
  const response = await fetch(new URL(path, site), {
    ...{ method, redirect: 'error' },
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.message ?? response.status}`)
  return answer
}

function readArguments() {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        ...{ site: text, channel: text, mode: { ...text, default: 'low-delay' }, viewers: { ...text, default: '100' } },
        ...{
          chat: { ...text, default: '0' },
          messages: { ...text, default: '0' },
          seconds: { ...text, default: '30' },
        },
      },
    })
    const numbers = Object.fromEntries(
      Object.entries(bounds).map(([name, most]) => {
        const number = Number(values[name as keyof typeof values])
        if (!Number.isInteger(number) || number < 0 || number > most) {
          throw new TypeError(`--${name} is a whole number from 0 to ${most}.`)
        }
        return [name, number]
      }),
    ) as Record<keyof typeof bounds, number>
    const parsed = URL.parse(values.site ?? '')
    if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new TypeError('--site is the address of the site.')
    if (values.mode !== 'low-delay' && values.mode !== 'real-time') {
      throw new TypeError('--mode is low-delay or real-time.')
    }
    return { ...numbers, site: parsed, channel: values.channel, mode: values.mode }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}

function megabits(bytes: number): string {
  return ((bytes * 8) / 1e6 / wanted.seconds).toFixed(1)
}

function milliseconds(numbers: number[], percent: number): string {
  return numbers.length === 0 ? 'no figure' : `${percentile(numbers, percent)?.toFixed(0)} ms`
}

function countEach(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function listed(counts: ReadonlyMap<string, number>): string {
  return counts.size === 0 ? 'none' : [...counts].map(([why, count]) => `${count} × ${why.slice(0, 100)}`).join(', ')
}
