import { expect, test } from 'vitest'
import { run } from '../hls/testing/encoder.ts'
import { createFlvReader, type FlvTag } from './flv-reader.ts'

const flv = () =>
  run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=30', '-t', '2', '-output_ts_offset', '20000'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-copyts', '-flvflags', 'no_duration_filesize'],
    ...['-f', 'flv', 'pipe:1'],
  ])

test('finds the same packets as ffprobe, however the bytes are split', async () => {
  const file = await flv()
  const probe = await run(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'packet=dts,size', '-of', 'json', '-f', 'flv', 'pipe:0'],
    file,
  )
  const packets: { dts: number; size: string }[] = JSON.parse(probe.toString()).packets
  expect(packets[0]?.dts).toBeGreaterThan(2 ** 24)
  for (const step of [1, 7, 4096, file.length]) {
    const tags: FlvTag[] = []
    const reader = createFlvReader((tag) => tags.push(tag))
    for (let start = 0; start < file.length; start += step) reader.push(file.subarray(start, start + step))
    const frames = tags.filter(({ type, body }) => type === 9 && body[1] === 1)
    // Each frame follows five bytes of FLV header.
    expect(frames.map(({ timestampMs, body }) => [timestampMs, body.length - 5])).toEqual(
      packets.map(({ dts, size }) => [dts, Number(size)]),
    )
  }
})

test('refuses other formats, and a tag that is too large by its header alone', () => {
  expect(() => createFlvReader(() => {}).push(Buffer.from('<html>this is not a film</html>'))).toThrow(RangeError)
  const header = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0])
  const reader = createFlvReader(() => {}, 1000)
  reader.push(header)
  expect(() => reader.push(Buffer.from([9, 0, 0x03, 0xe9, 0, 0, 0, 0, 0, 0, 0]))).toThrow(RangeError)
})
