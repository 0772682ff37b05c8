import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Gauges of prom-client that are named like counters. `nodejs_active_resources` and its like have the same numbers by type. */
const misnamedGauges = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** What the operator's listener reports. A check rejects while its part does not work. */
interface MetricsSources {
  roles: readonly string[]
  checks: Record<string, () => Promise<unknown>>
  gauges: { name: string; help: string; read: () => number | Promise<number> }[]
}

/** Prometheus metrics at /metrics and detailed health at /health, on a separate listener that only the operator reaches. */
export function createMetricsServer(sources: MetricsSources): FastifyInstance {
  const registry = new Registry()
  // Node's metrics keep the names that ready-made dashboards look for.
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedGauges) registry.removeSingleMetric(name)
  for (const { name, help, read } of sources.gauges) {
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
    const parts = await Promise.all(
      Object.entries(sources.checks).map(async ([name, check]) => [name, await stateOf(check)]),
    )
    const isHealthy = parts.every(([, state]) => state === 'ok')
    return reply
      .status(isHealthy ? 200 : 503)
      .send({ roles: sources.roles, uptimeSeconds: process.uptime(), ...Object.fromEntries(parts) })
  })
  return app
}

async function stateOf(check: () => Promise<unknown>): Promise<string> {
  try {
    await check()
    return 'ok'
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`
  }
}
