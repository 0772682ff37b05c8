import { connect, type Socket } from 'node:net'
import { serveBench } from '../servers/bench-child.ts'
import { type Audience, gather } from './audience.ts'

// Accounts that flood a room with 50 messages a second each, and a hundred sockets that hear it, in a process of their own: what
// they take of the machine is not to delay those who measure more than it must.

const statuses = new Map<string, number>()
const stops: (() => void)[] = []
let audience: Audience

serveBench({ port: 0 }, async ({ kind, port, tokens }) => {
  if (kind === 'gather') audience = await gather('chat', port as number, 100)
  if (kind === 'flood') {
    for (const [n, token] of (tokens as string[]).entries()) stops.push(openBot(port as number, token, n % 2 === 0))
  }
  if (kind === 'stop') {
    for (const stop of stops) stop()
    return { statuses: [...statuses], heard: audience.heard().delivered / audience.size }
  }
})

/** Sends 50 messages a second: as many as are answered, or, if not `isPatient`, as many as the connection takes. Returns what ends it. */
function openBot(port: number, token: string, isPatient: boolean): () => void {
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
