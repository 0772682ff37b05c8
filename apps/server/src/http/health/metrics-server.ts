import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Readiness } from './readiness.ts'

/** Gauges of prom-client that are named like counters. `nodejs_active_resources` and its like have the same numbers by type. */
const misnamedGauges = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** What the operator's listener reports. */
interface MetricsSources {
  roles: readonly string[]
  readiness: Pick<Readiness, 'states' | 'isReady'>
  gauges: { name: string; help: string; read: () => number | Promise<number> }[]
}

/** Prometheus metrics at /metrics and detailed health at /health, on a separate listener that only the operator reaches. */
export function createMetricsServer(sources: MetricsSources): FastifyInstance {
  const registry = new Registry()
  // Node's metrics keep the names that ready-made dashboards look for.
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedGauges) registry.removeSingleMetric(name)
  const ready = {
    name: 'waggle_ready',
    help: 'Whether every part of this process works: 1 or 0',
    read: async () => Number(await sources.readiness.isReady()),
  }
  for (const { name, help, read } of [ready, ...sources.gauges]) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  }
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  app.get('/health', async (_request, reply) => {
    const [parts, isReady] = [await sources.readiness.states(), await sources.readiness.isReady()]
    return reply.status(isReady ? 200 : 503).send({ roles: sources.roles, uptimeSeconds: process.uptime(), ...parts })
  })
  return app
}
