interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

let allowed: string | undefined

/**
 * The site requires Trusted Types (CSP `require-trusted-types-for 'script'`), but hls.js passes the URL of its worker as a plain
 * string. The page's default policy allows that one URL and nothing else.
 */
export function allowWorker(url: string): void {
  if (allowed !== undefined) return
  allowed = new URL(url, location.href).href
  const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  trustedTypes?.createPolicy('default', {
    createScriptURL(requested) {
      if (requested === allowed) return requested
      throw new TypeError('Only the worker of the player may be loaded as a script')
    },
  })
}
