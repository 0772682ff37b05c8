interface Target {
  address: string
  /** On this site: it opens in the same tab. */
  isOurs: boolean
}

/**
 * Where a link of a text may lead: to http, https and mail, and to pages of this site. Undefined for everything else: scripts, data, and
 * addresses with a user name, which can imitate another host.
 */
export function safeTarget(address: string, siteOrigin: string): Target | undefined {
  if (!URL.canParse(address, siteOrigin)) return undefined
  const url = new URL(address, siteOrigin)
  if (url.username || url.password) return undefined
  if (url.protocol === 'mailto:') return { address: url.href, isOurs: false }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  return { address: url.href, isOurs: url.origin === siteOrigin }
}
