import { request as httpRequest } from 'node:http'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'

/** Addresses of media and files, and other ways to write an address. */
export const otherAddresses = (streamId: string, hlsToken: string) => [
  ...['thumbnail.jpg', 'thumbnail-large.jpg', 'source/playlist.m3u8', 'moq'].map((file) => `/live/${streamId}/${file}`),
  `/live/${streamId}/master.m3u8?token=${hlsToken}`,
  `/api/hls/key/${streamId}/${keyNumberAt(Date.now())}?token=${hlsToken}`,
  `/recordings/${streamId}/master.m3u8`,
  '/api/oembed?url=https://site.example/watch?user=carol',
  '/watch?user=carol',
  '/no-such-page',
  '/preview.jpg',
  '/index.html',
  '/servers.json',
  '/pages.json',
  '/assets/',
  '/assets/..%2findex.html',
  '/assets/../api/streams',
  '/assets//api/streams',
  '//api/streams',
  '/%61pi/streams',
  '/api/streams/',
  '/API/streams',
  '/api/auth/challenge/../../streams',
  '/healthz/../api/streams',
  '/healthz/slow',
  '/socket.io/?EIO=4&transport=polling',
]

/** The head and the body of an answer, as they were sent. */
export function rawRequest(
  siteUrl: string,
  {
    method,
    path,
    headers,
    body,
  }: { method: string; path: string; headers: Record<string, string>; body?: string | undefined },
) {
  return new Promise<{ status: number; text: string; headers: string }>((resolve, reject) => {
    const { hostname, port } = new URL(siteUrl)
    // Not fetch(), which would change the address before it sends it.
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const request = httpRequest({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.rawHeaders.join('\n') }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}
