import { replayEmbedPath, replayPath } from '@waggle/contract/pages/page-addresses'
import type { ReplayRow } from '../../db/recordings/replays.ts'
import { videoPreview } from './link-preview.ts'

/** The tags in the head of the page of a recorded broadcast. */
export function replayPreview({
  siteName,
  publicUrl,
  replay: { id, username, title, startedAtMs },
  avatar,
}: {
  siteName: string
  publicUrl: string
  replay: Pick<ReplayRow, 'id' | 'username' | 'title' | 'startedAtMs'>
  /** Its address. */
  avatar: string
}): string {
  const day = new Date(startedAtMs).toISOString().slice(0, 10)
  return videoPreview({
    ...{ siteName, publicUrl },
    page: publicUrl + replayPath(id),
    player: publicUrl + replayEmbedPath(id),
    title: `${replayTitle({ username, title })} · @${username}`,
    description: `Broadcast by @${username} on ${day}`,
    picture: { address: avatar, alt: `@${username}`, isLarge: false },
  })
}

/** What a broadcast is called that may have had no title. */
export function replayTitle({ username, title }: Pick<ReplayRow, 'username' | 'title'>): string {
  return title || `Broadcast by ${username}`
}
