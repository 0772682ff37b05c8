interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown
}

let allowed: string | undefined

/**
 * The site demands Trusted Types (CSP `require-trusted-types-for 'script'`), and hls.js gives the address of its worker as
 * a plain string. The page's default policy lets through that one address and nothing else.
 */
export function allowWorker(address: string): void {
  if (allowed !== undefined) return
  allowed = new URL(address, location.href).href
  const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  trustedTypes?.createPolicy('default', {
    createScriptURL(asked) {
      if (asked === allowed) return asked
      throw new TypeError('Only the player’s worker may be loaded as a script')
    },
  })
}
