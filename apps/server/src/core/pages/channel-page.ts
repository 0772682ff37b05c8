import { isUsername } from '@waggle/contract/names'
import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'

/** Pages that show one channel. */
export const channelPages: readonly string[] = [pagePaths.watch, pagePaths.embed]

/** The channel that a watch or embed page of this site shows, by the page's address or path; undefined for any other address. */
export function channelOfPage(address: string, publicUrl: string): string | undefined {
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  const isOurs = url.origin === new URL(publicUrl).origin && channelPages.includes(url.pathname)
  const username = channelInQuery(url.searchParams)
  return isOurs && isUsername(username) ? username : undefined
}
