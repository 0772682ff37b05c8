import { describe, expect, it } from 'vitest'
import { createMetricsServer } from './metrics-server.ts'

describe("the operator's listener", () => {
  it('reports gauges in the format of Prometheus, and the health of each part', async () => {
    const server = createMetricsServer({
      roles: ['core'],
      checks: { database: async () => 1 },
      gauges: [{ name: 'waggle_live_broadcasts', help: 'Broadcasts', read: () => 3 }],
    })
    expect((await server.inject('/metrics')).body).toMatch(/^waggle_live_broadcasts 3$/m)
    const health = await server.inject('/health')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toMatchObject({ roles: ['core'], database: 'ok' })
    await server.close()
  })

  it('names the part that does not work', async () => {
    const checks = { database: async () => 1, redis: () => Promise.reject(new Error('connection refused')) }
    const server = createMetricsServer({ roles: [], checks, gauges: [] })
    const health = await server.inject('/health')
    expect(health.statusCode).toBe(503)
    expect(health.json()).toMatchObject({ database: 'ok', redis: 'failed: connection refused' })
    await server.close()
  })
})
