import { spawnSync } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
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
