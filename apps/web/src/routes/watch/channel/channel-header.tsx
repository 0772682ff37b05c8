import type { StreamInfo } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { LayoutDashboard } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { FollowButton, FollowerCount } from '../../../features/follow/follow-button.tsx'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { TipButton } from '../../../features/tip/tip-button.tsx'
import { Upvote } from '../../../features/upvote/upvote.tsx'
import { wallet } from '../../../features/wallet/wallet.ts'
import { lazyComponent } from '../../../lib/browser/lazy-page.tsx'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { useIsOwn } from '../../../session/session.tsx'
import { accountTexts } from '../../../texts/account/account-menu.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { StateBadge } from '../../../ui/identity/badge.tsx'
import styles from './channel.module.css'
import { ChannelMore } from './channel-more.tsx'
import { ShareButton } from './share-button.tsx'
import { StreamFigures } from './stream-figures.tsx'

// Only the channel's owner needs it.
const TitleEditor = lazyComponent(async () => (await import('../../../features/streams/title-editor.tsx')).TitleEditor)

/** The channel's picture and name, the stream's title, its figures, and what a viewer can do. The owner edits the title here. */
export function ChannelHeader({
  stream,
  isKnown,
  isBelowBar,
  areActionsAbove,
}: {
  stream: StreamInfo
  isKnown: boolean
  /** The bar above has the picture, the name, the state and Follow, and the beginning of the title. */
  isBelowBar: boolean
  /** The line of the tabs has upvote, tip and the menu, and the picture the button that shares. */
  areActionsAbove: boolean
}) {
  const site = useSite()
  const { username, isLive, streamId, permlink } = stream
  const isOwner = useIsOwn(username)
  const title = ownTitle(stream)
  const Heading = isBelowBar ? 'h2' : 'h1'
  return (
    <div className={styles.header}>
      <span className={styles.picture}>
        <Avatar username={username} src={avatarAddress(site, username)} size={52} />
      </span>
      <div className={styles.who}>
        {(title !== undefined || isOwner || !isBelowBar) && (
          <div className={styles.titleLine}>
            <Heading className={styles.title}>{title ?? username}</Heading>
            {isOwner && (
              <Suspense>
                <TitleEditor username={username} title={title ?? ''} />
              </Suspense>
            )}
          </div>
        )}
        <p className={styles.nameLine}>
          {title !== undefined && !isBelowBar && <strong className={styles.name}>{username}</strong>}
          {isKnown && !isBelowBar && (
            <>
              <StateBadge stream={stream} />
              <StreamFigures stream={stream} />
            </>
          )}
          {/* The last, as it is known later than the rest. */}
          <span className={styles.followers}>
            <FollowerCount channel={username} />
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        {isOwner ? (
          <Link href={pagePaths.dashboard} className={buttonClass('secondary')}>
            <LayoutDashboard size={18} aria-hidden="true" />
            {accountTexts.dashboard}
          </Link>
        ) : (
          !isBelowBar && <FollowButton channel={username} />
        )}
        {!areActionsAbove && (isLive || permlink !== null) && (
          <Upvote author={username} permlink={permlink} wallet={wallet} />
        )}
        {!areActionsAbove && site?.tips && isLive && streamId && (
          <TipButton channel={username} streamId={streamId} wallet={wallet} />
        )}
      </div>
      {!areActionsAbove && (
        <div className={styles.icons} data-bell={(isLive && !isOwner) || undefined}>
          <ShareButton username={username} title={stream.title} />
          <ChannelMore stream={stream} />
        </div>
      )}
    </div>
  )
}
