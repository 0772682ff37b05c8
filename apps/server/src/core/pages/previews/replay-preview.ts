import { replayEmbedPath, replayPath } from '@waggle/contract/pages/page-addresses'
import type { ReplayRow } from '../../../db/recordings/replays.ts'
import { picturePath } from '../../replays/picture-path.ts'
import type { BuiltAddresses } from '../../site/built-addresses.ts'
import { videoPreview } from './link-preview.ts'

/** The tags in the head of the page of a recorded broadcast. */
export function replayPreview({
  siteName,
  publicUrl,
  servers,
  replay,
  avatar,
}: {
  siteName: string
  publicUrl: string
  servers: BuiltAddresses
  replay: ReplayRow
  /** Its address. */
  avatar: string
}): string {
  const { id, username, title, startedAtMs } = replay
  const picture = picturePath(replay)
  const day = new Date(startedAtMs).toISOString().slice(0, 10)
  return videoPreview({
    ...{ siteName, publicUrl },
    page: publicUrl + replayPath(id),
    player: publicUrl + replayEmbedPath(id),
    title: `${replayTitle({ username, title })} · @${username}`,
    description: `Broadcast by @${username} on ${day}`,
    picture: picture
      ? { address: (servers.hls || publicUrl) + picture, alt: `Picture of @${username}'s broadcast`, isLarge: true }
      : { address: avatar, alt: `@${username}`, isLarge: false },
  })
}

/** What a broadcast is called that may have had no title. */
export function replayTitle({ username, title }: Pick<ReplayRow, 'username' | 'title'>): string {
  return title || `Broadcast by ${username}`
}
