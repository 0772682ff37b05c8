import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createMetricsServer } from './metrics-server.ts'

const readiness = (states: Record<string, string> = {}) => ({
  states: async () => states,
  isReady: async () => Object.values(states).every((state) => state === 'ok'),
})

describe("the operator's listener", () => {
  it('reports gauges in the format of Prometheus, and the health of each part', async () => {
    const server = createMetricsServer({
      roles: ['core'],
      readiness: readiness({ database: 'ok' }),
      gauges: [{ name: 'waggle_live_broadcasts', help: 'Broadcasts', read: () => 3 }],
    })
    expect((await server.inject('/metrics')).body).toMatch(/^waggle_live_broadcasts 3$/m)
    const health = await server.inject('/health')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toMatchObject({ roles: ['core'], database: 'ok' })
    await server.close()
  })

  it("follows Prometheus's rules of naming, with Node's metrics under their usual names", async () => {
    const gauges = [{ name: 'waggle_live_broadcasts', help: 'Broadcasts', read: () => 3 }]
    const server = createMetricsServer({ roles: [], readiness: readiness(), gauges })
    const text = (await server.inject('/metrics')).body
    await server.close()
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect(namingFaults(text)).toEqual([])
    const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    if (promtool.error === undefined) expect(promtool).toMatchObject({ status: 0, stderr: '' })
  })

  it('names the part that does not work', async () => {
    const states = { database: 'ok', redis: 'failed: connection refused' }
    const server = createMetricsServer({ roles: [], readiness: readiness(states), gauges: [] })
    expect((await server.inject('/metrics')).body).toMatch(/^waggle_ready 0$/m)
    const health = await server.inject('/health')
    expect(health.statusCode).toBe(503)
    expect(health.json()).toMatchObject({ database: 'ok', redis: 'failed: connection refused' })
    await server.close()
  })
})

/** What `promtool check metrics` would report (prometheus.io, 'Metric and label naming'). */
function namingFaults(text: string): string[] {
  const linesOf = (kind: string) => text.matchAll(new RegExp(`^# ${kind} (\\S+) (.+)$`, 'gm'))
  const help = new Set(Array.from(linesOf('HELP'), ([, name]) => name))
  const types = new Map(Array.from(linesOf('TYPE'), ([, name = '', type = '']) => [name, type]))
  const samples = Array.from(text.matchAll(/^([a-zA-Z_:][\w:]*)/gm), ([, name = '']) => name)
  const isTyped = (name: string) =>
    types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram'
  return [
    ...samples.filter((name) => !isTyped(name)).map((name) => `${name} has no type`),
    ...Array.from(types, ([name, type]) => [
      ...(help.has(name) ? [] : [`${name} has no help`]),
      ...(name.endsWith('_total') === (type === 'counter') ? [] : [`${name} is a ${type}`]),
      ...(/_(milliseconds|ms|minutes|hours|kilobytes|mb|percent)(_|$)/.test(name) ? [`${name} has no base unit`] : []),
      ...(/[A-Z:]|_(gauge|counter|histogram)(_|$)/.test(name) ? [`${name} is no valid name`] : []),
    ]).flat(),
  ]
}
