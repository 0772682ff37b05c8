import { replayInAddress } from '@waggle/contract/pages/page-addresses'
import { findReplay, type ReplayRow } from '../../db/recordings/replays.ts'
import type { CoreContext } from '../context.ts'

/** The recorded broadcast that a page of this site names, by the page's address or path; undefined for any other address. */
export function replayOfPage(address: string, publicUrl: string): string | undefined {
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  return url.origin === new URL(publicUrl).origin ? replayInAddress(url) : undefined
}

/** The replay that a page of this site shows to everybody; undefined when there is none. */
export async function findReplayOfPage(
  { db, addresses }: Pick<CoreContext, 'db' | 'addresses'>,
  address: string,
): Promise<ReplayRow | undefined> {
  const id = replayOfPage(address, addresses().publicUrl)
  const replay = id === undefined ? undefined : await findReplay(db, id)
  return replay?.isPublic ? replay : undefined
}

/** Whether a page of this site names a replay that does not exist. Not known counts as no. */
export async function isOfMissingReplay(
  context: Pick<CoreContext, 'db' | 'addresses'>,
  address: string,
): Promise<boolean> {
  if (replayOfPage(address, context.addresses().publicUrl) === undefined) return isReplayPage(address)
  return (await findReplayOfPage(context, address).catch(() => null)) === undefined
}

/** Whether the page is one of replays, whatever it names. */
function isReplayPage(address: string): boolean {
  return address.startsWith('/replay/')
}
