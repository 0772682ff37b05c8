import type { StreamInfo } from '@waggle/contract/endpoints'
import { PartSwitchRoom } from '../../ui/surfaces/part-switch.tsx'
import { StreamActions } from './channel/channel-actions.tsx'
import { channelParts } from './channel/channel-bar.tsx'

/** What the channel's line of tabs has, in the head of the chat, which is that line while the chat is the open tab. */
export function ChatActions({ stream }: { stream: StreamInfo }) {
  return (
    <>
      <PartSwitchRoom parts={channelParts} />
      <StreamActions stream={stream} />
    </>
  )
}
