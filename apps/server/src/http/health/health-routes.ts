import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../cache-control.ts'

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
}
