import type { StreamInfo } from '@waggle/contract/endpoints'
import { TipButton } from '../../../features/tip/tip-button.tsx'
import { Upvote } from '../../../features/upvote/upvote.tsx'
import { wallet } from '../../../features/wallet/wallet.ts'
import { useSite } from '../../../lib/site.ts'
import styles from './channel-actions.module.css'

/** Upvote and tip in the line of the tabs, at one place in all of them (rules TIP-7 and UPVOTE-8). */
export function ChannelActions({
  username,
  permlink,
  hasUpvote = permlink !== null,
  streamId,
}: {
  username: string
  /** The post of the broadcast. */
  permlink: string | null
  /** A live broadcast has the button also without a post, and says so. */
  hasUpvote?: boolean
  /** The broadcast that a tip is for; null where none is possible. */
  streamId: string | null
}) {
  const site = useSite()
  return (
    <div className={styles.actions}>
      {hasUpvote && <Upvote size="small" author={username} permlink={permlink} wallet={wallet} />}
      {site?.tips && streamId && <TipButton size="small" channel={username} streamId={streamId} wallet={wallet} />}
    </div>
  )
}

/** Those of a channel, which may be live. */
export function StreamActions({ stream: { username, isLive, streamId, permlink } }: { stream: StreamInfo }) {
  return (
    <ChannelActions
      username={username}
      permlink={permlink}
      hasUpvote={isLive || permlink !== null}
      streamId={isLive ? streamId : null}
    />
  )
}
