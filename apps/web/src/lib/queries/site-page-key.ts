/** Of a page of the site's own, by the last part of its address. */
export function sitePageKey(address: string): readonly string[] {
  return ['site-page', address]
}
