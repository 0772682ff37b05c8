import { describe, expect, test } from 'vitest'
import { readServerAddresses } from './server-addresses.ts'

describe('[OPS-5] the servers that a site is built for', () => {
  test('are those that are set', () => {
    expect(readServerAddresses({ MODE: 'production', VITE_API_URL: '' })).toEqual({})
    expect(
      readServerAddresses({
        VITE_API_URL: 'https://api.live.example',
        VITE_HLS_URL: 'http://127.0.0.1:8081',
        VITE_CHAT_URL: 'https://chat.live.example',
        VITE_RTMP_URL: 'rtmps://in.live.example:1936/live',
      }),
    ).toEqual({
      api: 'https://api.live.example',
      hls: 'http://127.0.0.1:8081',
      chat: 'https://chat.live.example',
      rtmp: 'rtmps://in.live.example:1936/live',
    })
  })

  test.each([
    ['VITE_API_URL', 'https://api.live.example/'],
    ['VITE_API_URL', 'api.live.example'],
    ['VITE_HLS_URL', 'https://live.example/video'],
    ['VITE_HLS_URL', "https://live.example; script-src 'unsafe-inline'"],
    ['VITE_CHAT_URL', 'wss://chat.live.example'],
    ['VITE_CHAT_URL', 'https://user:password@live.example'],
    ['VITE_RTMP_URL', 'rtmp://in.live.example'],
    ['VITE_RTMP_URL', 'https://in.live.example/live'],
    ['VITE_APP_URL', 'https://live.example'],
  ])('%s=%s stops the build, with a sentence', (name, value) => {
    expect(() => readServerAddresses({ [name]: value })).toThrow(name)
  })
})
