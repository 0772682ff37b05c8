import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { encode, feed, run } from './testing/encoder.ts'
import { serve } from './testing/serve.ts'
import { open, testKeys } from './testing/viewer.ts'

const folder = await mkdtemp(join(tmpdir(), 'hls-'))
afterAll(() => rm(folder, { recursive: true }))

test('ffmpeg plays the encrypted stream over HTTP, over a discontinuity, to its end', async () => {
  const { stream, source } = open({ keys: testKeys })
  const served = await serve(stream)
  const media = await encode({ seconds: 6 })
  feed(source, media)
  stream.interrupt()
  feed(source, media)
  stream.end()
  const master = `${served.origin}/live/k3f9x2m7q1w8e5r4t6y0/master.m3u8?token=abc`
  const file = join(folder, 'out.mkv')
  await run('ffmpeg', ['-v', 'error', '-xerror', '-i', master, '-map', '0', '-c', 'copy', file])
  await served.close()
  const csv = await run('ffprobe', [
    '-v',
    'error',
    '-count_packets',
    '-show_entries',
    'stream=codec_name,nb_read_packets',
    '-of',
    'csv=p=0',
    file,
  ])
  const counts = csv
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(counts).toEqual([
    ['h264', '360'],
    ['aac', expect.stringMatching(/^5[56]\d$/)],
  ])
  expect((await readFile(file)).length).toBeGreaterThan(100_000)
  expect(
    served.requests.filter((address) => address.includes('/key/')).every((address) => address.endsWith('?token=abc')),
  ).toBe(true)
})
