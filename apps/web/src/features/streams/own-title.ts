import { defaultTitle } from '@waggle/contract/channels/defaults'
import type { StreamInfo } from '@waggle/contract/endpoints'

/** The title that the streamer has given the stream; undefined for the default one (rule WATCH-2). */
export function ownTitle({ username, title }: StreamInfo): string | undefined {
  return title === defaultTitle(username) ? undefined : title
}
