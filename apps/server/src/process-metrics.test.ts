import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from './testing/engines/private-process.ts'
import { startTestSite } from './testing/site.ts'
import { connectEncoder } from './testing/test-encoder.ts'

it('[HEALTH-1] a running site has every number, under names that promtool accepts', async () => {
  const port = await freePort()
  const site = await startTestSite({ env: { WAGGLE_METRICS_PORT: String(port) } })
  onTestFinished(() => site.close())
  const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  onTestFinished(() => encoder.close())
  encoder.send(8)
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await expect.poll(metrics, { timeout: 15_000 }).toMatch(/^waggle_delivering_broadcasts 1$/m)
  await site.request('GET', '/api/streams/no-such-thing/at/all')
  const text = await metrics()
  expect(text).toMatch(/^waggle_errors_total\{code="not_found"\} [1-9]/m)
  expect(text).toMatch(/^waggle_database_query_seconds_count [1-9]/m)
  expect(text).toMatch(/^waggle_part_check_seconds\{part="database"\} 0\.\d+/m)
  expect(text).toMatch(/^waggle_queue_length\{queue="chat_messages"\} 0$/m)
  for (const name of ['ingest_worst_jitter', 'ingest_worst_lateness', 'packager_worst_lag', 'ladder_worst_lag']) {
    expect(text).toMatch(new RegExp(`^waggle_${name}_seconds \\d`, 'm'))
  }
  expect(text).not.toMatch(/ NaN$/im)
  const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  expect(promtool).toMatchObject({ status: 0, stderr: '' })
}, 60_000)

describe('[HEALTH-1] the files for operators in deploy/monitoring', () => {
  const folder = join(import.meta.dirname, '../../../deploy/monitoring')
  const readOperations = () => readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  const alerts = () => Array.from(read('alerts.yml').matchAll(/alert: (\w+)/g), ([, name = '']) => name)

  it('are accepted by promtool, and every alert fires in its test and is quiet on a good day', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 })
    expect(promtool('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 })
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 })
    expect(alerts().length).toBeGreaterThan(15)
    for (const name of alerts()) {
      expect(read('alerts.test.yml')).toContain(`name: ${name} fires`)
      expect(read('alerts.test.yml')).toContain(`name: ${name} is quiet on a good day`)
    }
  })

  it('name only metrics that a site has, and those of a site are explained and used', async () => {
    const port = await freePort()
    const budget = { WAGGLE_EGRESS_BUDGET: '$5/day,$100/month', WAGGLE_EGRESS_PRICE: '0.09' }
    const site = await startTestSite({ env: { WAGGLE_METRICS_PORT: String(port), ...budget } })
    onTestFinished(() => site.close())
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const known = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name))
    const expressions = [
      ...Array.from(read('alerts.yml').matchAll(/expr: ((?:>-\n(?: {10}.*\n)+)|.*)/g), ([, found = '']) => found),
      ...JSON.parse(read('grafana-dashboard.json')).panels.flatMap(
        ({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr),
      ),
    ]
    const used = expressions.flatMap((text: string) => text.match(/\b(waggle|nodejs|process)_\w+/g) ?? [])
    expect(used.length).toBeGreaterThan(60)
    const unknown = used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')))
    expect(unknown).toEqual([])
    const ours = [...known].filter((name) => name.startsWith('waggle_'))
    const withoutBuckets = new Set(used.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
    expect(ours.filter((name) => !withoutBuckets.has(name) && !used.includes(name))).toEqual([])
    const [, explained = ''] = readOperations().split('### Metrics')
    expect(ours.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
  }, 60_000)

  it('are explained: every alert has its first three steps in docs/operations.md', () => {
    const text = readOperations()
    for (const name of alerts()) expect(text).toMatch(new RegExp(`### ${name}\n\n1\\. .+\n2\\. .+\n3\\. .+\n`))
  })
})
