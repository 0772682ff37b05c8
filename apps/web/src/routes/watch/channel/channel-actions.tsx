import type { StreamInfo } from '@waggle/contract/endpoints'
import { TipButton } from '../../../features/tip/tip-button.tsx'
import { Upvote } from '../../../features/upvote/upvote.tsx'
import { wallet } from '../../../features/wallet/wallet.ts'
import { useSite } from '../../../lib/site.ts'
import styles from './channel-actions.module.css'

/** Upvote and tip in the line of the tabs, at one place in both (rules TIP-7 and UPVOTE-8). */
export function ChannelActions({ stream: { username, isLive, streamId, permlink } }: { stream: StreamInfo }) {
  const site = useSite()
  return (
    <div className={styles.actions}>
      {(isLive || permlink !== null) && <Upvote size="small" author={username} permlink={permlink} wallet={wallet} />}
      {site?.tips && isLive && streamId && (
        <TipButton size="small" channel={username} streamId={streamId} wallet={wallet} />
      )}
    </div>
  )
}
