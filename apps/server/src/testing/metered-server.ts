import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type EgressSettings, toEgress } from '../config/egress.ts'
import { readEnvironment } from '../config/environment.ts'
import type { Db } from '../db/open.ts'
import { Egress } from '../http/egress/egress.ts'
import { createHttp } from '../http/http.ts'
import type { ConnectionLimits } from '../http/limits/open-connections.ts'
import { createMemoryState } from '../shared-state/memory.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

export function egressSettings(env: Record<string, string> = {}): EgressSettings {
  return toEgress(readEnvironment(env, []))
}

interface ServerOptions {
  db: Db
  env?: Record<string, string>
  now?: () => number
  state?: SharedState
  trustedProxies?: string[]
  hasEdges?: boolean
  isSandbox?: boolean
  connectionLimits?: ConnectionLimits
  beforeListen?(app: FastifyInstance): void
  operators?: string[]
}

/** A server whose traffic is counted and limited: it answers `/bytes/N` and everything below `/live/` with as many bytes as the query says. */
export async function startMeteredServer({
  db,
  env,
  now = Date.now,
  state,
  trustedProxies = [],
  hasEdges = false,
  isSandbox = true,
  connectionLimits,
  beforeListen,
  operators = [],
}: ServerOptions) {
  const log = pino({ level: 'silent' })
  const egress = new Egress({
    ...{ db, log, now, trustedProxies, state: state ?? createMemoryState(now), secret: Buffer.alloc(32, 7) },
    ...{ settings: egressSettings(env), hasOthers: true, hasEdges, isSandbox, operators },
  })
  await egress.start()
  const app = createHttp(log, { trustedProxies, egress, ...(connectionLimits && { connectionLimits }) })
  const answer = async (request: { query: unknown }) => Buffer.alloc(Number((request.query as { n?: string }).n ?? 0))
  app.get('/bytes', answer)
  app.get('/sandbox/hive', answer)
  app.get('/live/:streamId/*', answer)
  app.get('/kept', async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(''))
  beforeListen?.(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  return {
    egress,
    app,
    url,
    port: Number(new URL(url).port),
    async close() {
      await app.close()
      await egress.close()
    },
  }
}

/** A client with an address of its own on this machine, over one connection at a time. */
export function openClient(port: number, localAddress = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<Socket>()
  return {
    /** Resolves with the status, or 0 when the connection was closed without a whole answer. */
    get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
      return new Promise((resolve) => {
        const failed = () => resolve({ status: 0, text: '' })
        const call = request({ port, host: '127.0.0.1', localAddress, agent, path, headers }, (response) => {
          let text = ''
          response.on('data', (bytes: Buffer) => {
            if (text.length < 2000) text += bytes.toString('latin1', 0, 2000)
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
          response.on('error', failed)
        })
        call
          .on('socket', (socket) => sockets.add(socket))
          .on('error', failed)
          .end()
      })
    },
    /** Everything that has arrived, headers too. */
    receivedBytes: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    close: () => agent.destroy(),
  }
}
