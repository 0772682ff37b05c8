interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

const allowed = new Set<string>()

/**
 * The site requires Trusted Types (CSP `require-trusted-types-for 'script'`), but hls.js and the bundler pass the URL of a worker as a
 * plain string. The page's default policy allows the workers of the site and nothing else.
 */
export function allowWorker(url: string): void {
  const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (allowed.size === 0) trustedTypes?.createPolicy('default', { createScriptURL })
  allowed.add(addressOf(url))
}

function createScriptURL(requested: string): string {
  const address = addressOf(requested)
  if (allowed.has(address)) return address
  throw new TypeError('Only the workers of the site may be loaded as a script')
}

function addressOf(url: string): string {
  return new URL(url, location.href).href
}
