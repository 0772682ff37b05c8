import { chatRoutes } from '@waggle/contract/chat/routes'
import WebSocket from 'ws'

/** The server to attack. `random` returns numbers from 0 to 1. */
interface AttackTarget {
  url: string
  token: string
  random(): number
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const values = [
  'null',
  'true',
  '-1',
  '1e309',
  '9007199254740993',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"chat-alice"',
  '"__proto__"',
  '{}',
  '[]',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1}',
  '"alice"',
  '"ALICE "',
  '"../../etc/passwd"',
  '"\'; drop table chat_messages; --"',
  '"<script>alert(1)</script>"',
  '"%s%n%x"',
  nested(2000),
  `"${'x'.repeat(9000)}"`,
  `"${'\\u202e'.repeat(500)}"`,
  `"${'a\\u0301'.repeat(900)}"`,
  '[[[[',
  '{"a":',
  '"\\x"',
]
const fields = [
  'message',
  'username',
  'duration',
  'reason',
  'room',
  'token',
  'coalesce',
  'replyTo',
  'idempotencyKey',
  'messageId',
  'slowMode',
  'slowModeInterval',
  'moderatorsMayChangeRules',
  'blockedWords',
  'minReputation',
  'limit',
  '__proto__',
]
const pathParts = [
  'alice',
  'ALICE',
  '%00',
  '%2e%2e',
  '..%2f..',
  'a'.repeat(300),
  '%ff%fe',
  'аlice',
  'chat-alice',
  '0'.repeat(11),
  '%F0%9F%98%80',
  "alice'--",
  '{}',
  'undefined',
  '__proto__',
  'constructor',
]
const queries = [
  '',
  '?limit=1',
  '?limit=NaN',
  '?limit=1&limit=2',
  '?before=%00',
  '?after=zzzzzzzzzzz',
  '?before[]=x',
  '?after=0&before=0',
  '?__proto__=1',
  `?limit=${'9'.repeat(400)}`,
]

/** Calls every chat endpoint with invalid values in path, query, headers and body. Some bodies are cut off and no valid JSON. */
export async function attackCalls({ url, token, random }: AttackTarget, count: number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const routes = Object.values(chatRoutes)
  const serverErrors: string[] = []
  const statuses = new Map<number, number>()
  let sent = 0

  async function callOnce(): Promise<void> {
    const [method, route] = pick(routes).split(' ') as [string, string]
    const path = route.replace(/:\w+/g, () => (random() < 0.5 ? 'alice' : pick(pathParts))) + pick(queries)
    const body = method === 'GET' ? undefined : bodyOf(pick, random)
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-forwarded-for': `10.7.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
        ...(random() < 0.8 && { authorization: `Bearer ${token}` }),
        ...(random() < 0.1 && { 'idempotency-key': pick(['', 'x'.repeat(100), 'ok', '\t']) }),
        ...(body !== undefined && { 'content-type': random() < 0.95 ? 'application/json' : 'text/plain' }),
      },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (response.status >= 500)
      serverErrors.push(`${method} ${path} ${body?.slice(0, 200)}: ${response.status} ${text}`)
  }

  const lane = async () => {
    while (sent < count) {
      sent += 1
      await callOnce()
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return { sent, serverErrors, statuses }
}

function bodyOf(pick: <Item>(items: readonly Item[]) => Item, random: () => number): string {
  if (random() < 0.1) return pick(values)
  const entries = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `"${pick(fields)}":${pick(values)}`)
  const body = `{${entries.join(',')}}`
  return random() < 0.1 ? body.slice(0, Math.floor(random() * body.length)) : body
}

const packets = [
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '5',
  '6',
  '7',
  '4',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '42[',
  '42[]',
  '42[1]',
  '42{}',
  '42"x"',
  '42["join-room"]',
  '43[]',
  '430[]',
  '439999999999999999999[]',
  '4299999999999999999999["join-room",{}]',
  '42-1["x"]',
  '40/other,',
  '40/,{"token":{}}',
  '41/other,',
  '42/other,["x"]',
  '451-["x",{"_placeholder":true,"num":0}]',
  '450-["x"]',
  '4599999999999-["x"]',
  '461-[]',
  '42["connect"]',
  '42["disconnect"]',
  '42["error"]',
  '42["newListener"]',
  '42["__proto__"]',
  '42["leave-room",null]',
  '42["leave-room",{"room":{"room":1}}]',
  `42["join-room",${nested(3000)}]`,
  '\u0000',
  '\ufffd',
  '42\u2028["x"]',
]

/** Sends invalid packets over many sockets, and opens new ones when the server closes them. */
export async function attackSockets({ url, token, random }: AttackTarget, count: number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  let sent = 0

  function packet(): string | Buffer {
    const kind = random()
    if (kind < 0.3) {
      const event = pick(['join-room', 'leave-room', 'x'])
      return `42["${event}",{"room":${pick(values)},"token":${random() < 0.5 ? `"${token}"` : pick(values)},"coalesce":${pick(values)}}]`
    }
    if (kind < 0.35) return Buffer.from(Array.from({ length: 20 }, () => Math.floor(random() * 256)))
    const text = pick(packets)
    if (kind < 0.5) return text.slice(0, Math.floor(random() * (text.length + 1))) + pick(values)
    return text
  }

  /** One connection: sends up to twelve packets, unless the server closes it first. */
  async function connection(): Promise<void> {
    const address = `10.6.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      headers: { 'x-forwarded-for': address },
    })
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    const opened = new Promise<void>((resolve) => socket.on('open', () => resolve()))
    await Promise.race([opened, closed])
    if (socket.readyState !== WebSocket.OPEN) return
    if (random() < 0.9) socket.send('40')
    for (let n = 0; n < 12 && sent < count && socket.readyState === WebSocket.OPEN; n += 1) {
      sent += 1
      const bytes = packet()
      // Some texts are not valid UTF-8.
      if (random() < 0.02) socket.send(Buffer.from([0x34, 0x32, 0xff, 0xfe]), { binary: false })
      else socket.send(bytes)
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.close()
    await closed
  }

  const lane = async () => {
    while (sent < count) await connection()
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  return { sent }
}

/** A random generator with a seed, so that a failure can be reproduced (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
