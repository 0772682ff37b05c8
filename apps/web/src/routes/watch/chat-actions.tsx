import type { StreamInfo } from '@waggle/contract/endpoints'
import { TipButton } from '../../features/tip/tip-button.tsx'
import { Upvote } from '../../features/upvote/upvote.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { useSite } from '../../lib/site.ts'
import { PartSwitchRoom } from '../../ui/surfaces/part-switch.tsx'
import { channelParts } from './channel/channel-bar.tsx'
import styles from './watch.module.css'

/** In the head of the chat, after the switch, where the channel's own buttons are in another tab (rules TIP-7 and UPVOTE-8). */
export function ChatActions({ stream: { username, isLive, streamId, permlink } }: { stream: StreamInfo }) {
  const site = useSite()
  return (
    <>
      <PartSwitchRoom parts={channelParts} />
      <div className={styles.chatActions}>
        {(isLive || permlink !== null) && <Upvote size="small" author={username} permlink={permlink} wallet={wallet} />}
        {site?.tips && isLive && streamId && (
          <TipButton size="small" channel={username} streamId={streamId} wallet={wallet} />
        )}
      </div>
    </>
  )
}
