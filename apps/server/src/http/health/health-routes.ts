import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../cache-control.ts'

/**
 * An answer in two parts with a pause between them, by which `waggle doctor` notices a proxy that passes nothing on before an answer is
 * complete. The first part fills the buffers that every proxy has.
 */
export const slowAnswer = { path: '/healthz/slow', firstBytes: 65_536, pauseMs: 1000 }

/** `GET /healthz` answers 200 while the process runs; `GET /readyz` answers 200 while every role can work and 503 otherwise. */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async (_request, reply) => {
    setCacheControl(reply, 'no-store')
    return { status: 'alive' }
  })
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    return setCacheControl(reply, 'no-store')
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get(slowAnswer.path, async (_request, reply) => {
    setCacheControl(reply, 'no-store')
    return reply.type('text/plain').send(Readable.from(slowParts()))
  })
}

async function* slowParts(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(slowAnswer.firstBytes, 'slow\n')
  // A page that is left open does not keep the process from ending.
  await setTimeout(slowAnswer.pauseMs, undefined, { ref: false })
  yield Buffer.from('end\n')
}
