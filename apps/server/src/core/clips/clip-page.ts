import { clipEmbedPath, clipInAddress, clipPath } from '@waggle/contract/pages/page-addresses'
import { type ClipRow, findClip } from '../../db/recordings/clips.ts'
import type { CoreContext } from '../context.ts'
import { videoPreview } from '../pages/previews/link-preview.ts'

type PageContext = Pick<CoreContext, 'db' | 'addresses'>

/** The clip that a page of this site names; undefined for any other address. */
function clipOfPage(address: string, publicUrl: string): string | undefined {
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  return url.origin === new URL(publicUrl).origin ? clipInAddress(url) : undefined
}

/** The clip that a page of this site shows to everybody; undefined when there is none. */
export async function findClipOfPage({ db, addresses }: PageContext, address: string): Promise<ClipRow | undefined> {
  const id = clipOfPage(address, addresses().publicUrl)
  const clip = id === undefined ? undefined : await findClip(db, id)
  return clip?.isPublic ? clip : undefined
}

/** Whether a page of this site names a clip that does not exist. Not known counts as no. */
export async function isOfMissingClip(context: PageContext, address: string): Promise<boolean> {
  if (clipOfPage(address, context.addresses().publicUrl) === undefined) return address.startsWith('/clips/')
  return (await findClipOfPage(context, address).catch(() => null)) === undefined
}

/** The path of its preview picture. */
export function clipPicturePath(id: string): string {
  return `/recordings/${id}/clip.jpg`
}

/** The tags in the head of the page of a clip. */
export function clipPreview({
  siteName,
  publicUrl,
  clip: { id, channel, maker, title },
  picture,
}: {
  siteName: string
  publicUrl: string
  clip: Pick<ClipRow, 'id' | 'channel' | 'maker' | 'title'>
  /** Its address. */
  picture: string
}): string {
  return videoPreview({
    ...{ siteName, publicUrl },
    page: publicUrl + clipPath(id),
    player: publicUrl + clipEmbedPath(id),
    title: `${title} · @${channel}`,
    description: `Clip of @${channel}, made by @${maker}`,
    picture: { address: picture, alt: `Picture of @${channel}'s stream`, isLarge: true },
  })
}
