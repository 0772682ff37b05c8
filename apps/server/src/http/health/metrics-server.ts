import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import type { Readiness } from './readiness.ts'

/** Gauges of prom-client that are named like counters. `nodejs_active_resources` and its like have the same numbers by type. */
const misnamedGauges = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** What the operator's listener reports. */
interface MetricsSources {
  roles: readonly string[]
  readiness: Pick<Readiness, 'states' | 'isReady'>
  metrics: Metrics
}

/** Prometheus metrics at /metrics and detailed health at /health, on a separate listener that only the operator reaches. */
export function createMetricsServer({ roles, readiness, metrics }: MetricsSources): FastifyInstance {
  const { registry } = metrics
  // Node's metrics keep the names that ready-made dashboards look for.
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedGauges) registry.removeSingleMetric(name)
  metrics.gauge('waggle_ready', 'Whether every part of this process works: 1 or 0', async () =>
    Number(await readiness.isReady()),
  )
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  app.get('/health', async (_request, reply) => {
    const [parts, isReady] = [await readiness.states(), await readiness.isReady()]
    return reply.status(isReady ? 200 : 503).send({ roles, uptimeSeconds: process.uptime(), ...parts })
  })
  return app
}
