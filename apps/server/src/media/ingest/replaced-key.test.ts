import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

let site: TestSite

beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site?.close())

it('[T4] a new stream key cuts the encoder of the previous one, which is refused from then on', async () => {
  const previous = await site.streamKey('alice')
  const others = await connectEncoder(site.rtmpPort, await site.streamKey('bob'))
  const encoder = await connectEncoder(site.rtmpPort, previous)
  expect(encoder.answer.code).toBe('NetStream.Publish.Start')
  encoder.send(2)
  const key = await site.streamKey('alice')
  await encoder.whenClosed
  const again = await connectEncoder(site.rtmpPort, previous)
  expect(again.answer.code).not.toBe('NetStream.Publish.Start')
  const renewed = await connectEncoder(site.rtmpPort, key)
  expect(renewed.answer.code).toBe('NetStream.Publish.Start')
  // The encoder of another channel goes on.
  let isOthersClosed = false
  others.whenClosed.then(() => {
    isOthersClosed = true
  })
  others.send(8)
  await expect.poll(async () => (await site.request('GET', '/api/streams/info/bob')).json.isLive).toBe(true)
  expect(isOthersClosed).toBe(false)
  for (const each of [others, again, renewed]) await each.close()
})
