import type { ActiveStream, Site, StreamInfo } from '@waggle/contract/endpoints'
import { expect, test } from 'vitest'
import { createApi } from './api.ts'

const servers = {
  api: 'https://api.example',
  hls: 'https://video.example',
  chat: 'https://chat.example',
  rtmp: 'rtmp://in.example/live',
}
const samePlace = { api: '', hls: '', chat: '', rtmp: '' }

const site = {
  logoUrl: null,
  rtmpUrl: 'rtmp://127.0.0.1/live',
  avatarUrl: '/u/{username}/avatar',
  adUrl: '/ads/house',
} as Site
const stream = { avatar: '/u/alice/avatar', thumbnail: '/live/x/thumbnail.jpg?v=1', streamPath: '/live/x/master.m3u8' }
const bodies: Record<string, unknown> = {
  '/api/site': site,
  '/api/streams': { streams: [stream as ActiveStream] },
  '/api/streams/info/alice': stream as unknown as StreamInfo,
  '/api/chat/config/alice': { moderators: [] },
}

/** An API whose servers answer by path; `asked` are the addresses of its requests. */
function createTestApi(addresses: typeof servers) {
  const asked: string[] = []
  const api = createApi(async (input) => {
    asked.push(String(input))
    return Response.json(bodies[new URL(String(input), 'https://site.example').pathname])
  }, addresses)
  return { api, asked }
}

test('[OPS-5] calls go to the servers that the site was built for, and answers name files there', async () => {
  const { api, asked } = createTestApi(servers)
  expect(await api('getSite')).toEqual({
    rtmpUrl: servers.rtmp,
    logoUrl: null,
    avatarUrl: 'https://api.example/u/{username}/avatar',
    adUrl: 'https://api.example/ads/house',
  })
  const placed = {
    thumbnail: 'https://video.example/live/x/thumbnail.jpg?v=1',
    streamPath: 'https://video.example/live/x/master.m3u8',
  }
  expect((await api('listStreams')).streams).toEqual([{ avatar: 'https://api.example/u/alice/avatar', ...placed }])
  expect(await api('getStreamByUser', { params: { username: 'alice' } })).toMatchObject(placed)
  await api('getChatConfig', { params: { channel: 'alice' } })
  expect(asked).toEqual([
    'https://api.example/api/site',
    'https://api.example/api/streams',
    'https://api.example/api/streams/info/alice',
    'https://chat.example/api/chat/config/alice',
  ])
})

test('without addresses everything is at the origin of the page', async () => {
  const { api, asked } = createTestApi(samePlace)
  expect(await api('getSite')).toEqual(site)
  expect((await api('listStreams')).streams).toEqual([stream])
  await api('getChatConfig', { params: { channel: 'alice' } })
  expect(asked).toEqual(['/api/site', '/api/streams', '/api/chat/config/alice'])
})

test('addresses of other sites stay as they are', async () => {
  bodies['/api/site'] = {
    ...site,
    avatarUrl: 'https://images.hive.blog/u/{username}/avatar',
    adUrl: 'https://ads.example/',
  }
  expect(await createTestApi(servers).api('getSite')).toMatchObject({
    avatarUrl: 'https://images.hive.blog/u/{username}/avatar',
    adUrl: 'https://ads.example/',
  })
})
