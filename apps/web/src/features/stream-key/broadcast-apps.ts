/** Apps of phones that broadcast by RTMP, and the pages of their makers, which lead to the app stores. */
export const broadcastApps = {
  larix: { name: 'Larix Broadcaster', page: 'https://softvelum.com/larix/' },
  prism: { name: 'Prism Live', page: 'https://prismlive.com/' },
} as const

/**
 * Opens Larix Broadcaster with a connection filled in and chosen; one of the same name is replaced. The system hands it to the app, and
 * no server sees it (Larix Grove, https://softvelum.com/larix/grove/).
 * @param address the server's address and the stream key, as RTMP has them: `rtmp://host/live/key`
 */
export function larixAddress(address: string, name: string): string {
  const settings = { name, url: address, overwrite: 'on', active: 'on' }
  const query = Object.entries(settings).map(([key, value]) => `conn[][${key}]=${encodeURIComponent(value)}`)
  return `larix://set/v1?${query.join('&')}`
}
