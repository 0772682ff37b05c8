import { isLoopbackAddress } from '../../lib/network/public-address.ts'

/**
 * The push services of the makers of browsers: of Chrome and those that are built from it; of other builds of Chromium
 * (components/push_messaging/push_messaging_constants.cc); and those with many hosts, of Firefox, of Safari and of Edge on Windows.
 */
const hosts = ['fcm.googleapis.com', 'jmt17.google.com']
const domains = ['push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

/** The push service that an address belongs to; undefined where the server must not call it (T10). */
export function pushServiceOf(address: string, setting: 'off' | 'public' | 'loopback'): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password || url.hash) return undefined
  const { protocol, hostname, port, host } = url
  const isOfThisMachine = isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
  if (setting === 'loopback' && isOfThisMachine) return /^https?:$/.test(protocol) ? host : undefined
  // The usual port is not named.
  if (protocol !== 'https:' || port !== '') return undefined
  return hosts.find((name) => name === hostname) ?? domains.find((name) => hostname.endsWith(`.${name}`))
}
