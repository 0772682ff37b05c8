import { expect, test } from 'vitest'
import { hlsConfig, isKeyAddress, keyAddress, masterPlaylistPath } from './hls-config.ts'

const page = 'https://site.example/watch?user=alice'
const id = 'k3f9x2m7q1w8e5r4t6y0'

test('a key request gets the token', () => {
  expect(isKeyAddress(`/api/hls/key/${id}/3`, page)).toBe(true)
  expect(keyAddress(`/api/hls/key/${id}/3`, 'T+/=', page)).toBe(
    `https://site.example/api/hls/key/${id}/3?token=T%2B%2F%3D`,
  )
})

test.each([
  `/live/${id}/master.m3u8`,
  `/live/${id}/source/media.m3u8?_HLS_msn=4&_HLS_part=2`,
  `/live/${id}/source/part-41-0.m4s`,
  `/live/${id}/api/hls/key/3`,
  `https://elsewhere.example/api/hls/key/${id}/3`,
  `http://site.example/api/hls/key/${id}/3`,
])('%s stays as it is', (address) => {
  expect(isKeyAddress(address, page)).toBe(false)
})

test('a new token changes later key requests only, through one and the same configuration', async () => {
  Object.assign(globalThis, { location: new URL(page) })
  let token: string | undefined
  const opened: string[] = []
  const { xhrSetup } = hlsConfig('/worker.js', async () => token)
  const request = (address: string) =>
    xhrSetup?.({ open: (_: string, url: string) => opened.push(url) } as unknown as XMLHttpRequest, address, {
      url: address,
    } as never)
  await request(`/api/hls/key/${id}/1`)
  token = 'first'
  await request(`/api/hls/key/${id}/2`)
  await request(`/live/${id}/source/media.m3u8`)
  token = 'second'
  await request(`/api/hls/key/${id}/3`)
  Reflect.deleteProperty(globalThis, 'location')
  expect(opened).toEqual([
    `https://site.example/api/hls/key/${id}/2?token=first`,
    `https://site.example/api/hls/key/${id}/3?token=second`,
  ])
})

test('the playlist is where the spec says', () => {
  expect(masterPlaylistPath(id)).toBe(`/live/${id}/master.m3u8`)
})
