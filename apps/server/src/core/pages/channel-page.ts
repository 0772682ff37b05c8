import { isUsername } from '@waggle/contract/names'
import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'
import type { CoreContext } from '../context.ts'

/** Pages that show one channel. */
export const channelPages: readonly string[] = [pagePaths.watch, pagePaths.embed]

/** The channel that a watch or embed page of this site shows, by the page's address or path; undefined for any other address. */
export function channelOfPage(address: string, publicUrl: string): string | undefined {
  const name = nameInPage(address, publicUrl)
  return isUsername(name) ? name : undefined
}

/** Whether a watch or embed page of this site names a channel that does not exist. Not known counts as no. */
export async function isOfMissingChannel(
  { addresses, channelExists }: Pick<CoreContext, 'addresses' | 'channelExists'>,
  address: string,
): Promise<boolean> {
  const name = nameInPage(address, addresses().publicUrl)
  return name !== '' && !(await channelExists(name).catch(() => true))
}

/** What a watch or embed page of this site names, whether it can be an account or not; empty if nothing. */
function nameInPage(address: string, publicUrl: string): string {
  if (!URL.canParse(address, publicUrl)) return ''
  const url = new URL(address, publicUrl)
  const isOurs = url.origin === new URL(publicUrl).origin && channelPages.includes(url.pathname)
  return isOurs ? channelInQuery(url.searchParams) : ''
}
