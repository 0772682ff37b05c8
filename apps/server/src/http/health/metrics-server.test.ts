import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { Metrics } from '../../lib/metrics/metrics.ts'
import { createMetricsServer } from './metrics-server.ts'

function withBroadcasts(): Metrics {
  const metrics = new Metrics()
  metrics.gauge('waggle_live_broadcasts', 'Broadcasts', () => 3)
  return metrics
}

const readiness = (states: Record<string, string> = {}) => ({
  states: async () => states,
  isReady: async () => Object.values(states).every((state) => state === 'ok'),
})

describe("the operator's listener", () => {
  it('reports gauges in the format of Prometheus, and the health of each part', async () => {
    const server = createMetricsServer({
      roles: ['core'],
      readiness: readiness({ database: 'ok' }),
      metrics: withBroadcasts(),
    })
    expect((await server.inject('/metrics')).body).toMatch(/^waggle_live_broadcasts 3$/m)
    const health = await server.inject('/health')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toMatchObject({ roles: ['core'], database: 'ok' })
    await server.close()
  })

  it("follows Prometheus's rules of naming, with Node's metrics under their usual names", async () => {
    const server = createMetricsServer({ roles: [], readiness: readiness(), metrics: withBroadcasts() })
    const text = (await server.inject('/metrics')).body
    await server.close()
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect(promtool).toMatchObject({ status: 0, stderr: '' })
  })

  it('names the part that does not work', async () => {
    const states = { database: 'ok', redis: 'failed: connection refused' }
    const server = createMetricsServer({ roles: [], readiness: readiness(states), metrics: new Metrics() })
    expect((await server.inject('/metrics')).body).toMatch(/^waggle_ready 0$/m)
    const health = await server.inject('/health')
    expect(health.statusCode).toBe(503)
    expect(health.json()).toMatchObject({ database: 'ok', redis: 'failed: connection refused' })
    await server.close()
  })
})
