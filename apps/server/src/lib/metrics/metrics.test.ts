import { expect, it } from 'vitest'
import { Metrics } from './metrics.ts'

it('[HEALTH-1] a number that cannot be read does not hide the others', async () => {
  const metrics = new Metrics()
  metrics.gauge('waggle_good', 'Good', () => 3)
  metrics.gauge('waggle_bad', 'Bad', () => Promise.reject(new Error('no database')))
  metrics.gauge('waggle_thrown', 'Thrown', () => {
    throw new Error('no disk')
  })
  metrics.gauges('waggle_bad_by_part', 'Bad', 'part', () => Promise.reject(new Error('no database')))
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/^waggle_good 3$/m)
  expect(text).toMatch(/^waggle_bad NaN$/im)
  expect(text).toMatch(/^waggle_thrown NaN$/im)
  expect(text).not.toMatch(/^waggle_bad_by_part/m)
})

it('numbers with a label are those of the last reading', async () => {
  const metrics = new Metrics()
  let disks: Record<string, number> = { data: 1, recordings: 2 }
  metrics.gauges('waggle_disk_free_bytes', 'Free', 'disk', () => disks)
  expect(await metrics.registry.metrics()).toMatch(/\{disk="recordings"\} 2$/m)
  disks = { data: 5 }
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/\{disk="data"\} 5$/m)
  expect(text).not.toContain('recordings')
})
