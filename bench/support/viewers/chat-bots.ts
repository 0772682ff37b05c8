import { connect, type Socket } from 'node:net'
import { serveRequests } from '../servers/bench-child.ts'
import { type Audience, openAudience } from './audience.ts'
import { localTarget } from './target.ts'

// Accounts that flood a room with 50 messages a second each, and a hundred sockets that receive it. They run in a process of their own, so
// that they delay the measuring process as little as possible.

const statuses = new Map<string, number>()
const stops: (() => void)[] = []
let audience: Audience

serveRequests({ port: 0 }, async ({ kind, port, tokens }) => {
  if (kind === 'openAudience') audience = await openAudience('chat', localTarget(port as number), 100)
  if (kind === 'flood') {
    for (const [n, token] of (tokens as string[]).entries()) stops.push(startBot(port as number, token, n % 2 === 0))
  }
  if (kind === 'stop') {
    for (const stop of stops) stop()
    return { statuses: [...statuses], heard: audience.counts().delivered / audience.size }
  }
})

/** Sends up to 50 messages a second; `isPatient` waits for each response, otherwise only for the connection. Returns a stop function. */
function startBot(port: number, token: string, isPatient: boolean): () => void {
  const body = JSON.stringify({ message: 'buy now' })
  const request =
    `POST /api/chat/messages/bench HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n` +
    `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  let isAnswered = true
  let tcp = open()

  function open(): Socket {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
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
