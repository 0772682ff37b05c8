import { Heart } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { abbreviateCount } from '../../lib/format/count.ts'
import { useIsOwn, useSession } from '../../session/session.tsx'
import { siteTexts } from '../../texts/site.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import styles from './follow-button.module.css'
import { useFollow, useFollowerCount } from './use-follow.ts'

/**
 * Follows and unfollows a channel. While logged out it asks for a login in place, and then follows (rule FOLLOW-2). The user's own
 * channel has no button.
 */
export function FollowButton({
  channel,
  isCompact = false,
  kind = 'primary',
}: {
  channel: string
  /** Shows only the heart, for cards. */
  isCompact?: boolean
  /** How the button looks while the user does not follow. */
  kind?: 'primary' | 'secondary'
}) {
  const { isAuthenticated } = useSession()
  const isOwn = useIsOwn(channel)
  const { isFollowing, isBusy, error, toggle } = useFollow(channel)
  const tooltipId = useId()
  if (isOwn) return null
  const label = isFollowing ? texts.followed : texts.follow
  const tooltip = !isAuthenticated ? texts.loginToFollow : isFollowing ? texts.unfollow(channel) : undefined
  return (
    <div className={styles.root}>
      <button
        type="button"
        className={isCompact ? styles.compact : `${buttonClass(isFollowing ? 'secondary' : kind)} ${styles.pill}`}
        aria-pressed={isFollowing}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        aria-describedby={tooltip && !error ? tooltipId : undefined}
        onClick={toggle}
      >
        <Heart size={isCompact ? 20 : 18} fill={isFollowing ? 'currentColor' : 'none'} aria-hidden="true" />
        <span className={isCompact ? 'visually-hidden' : undefined}>{label}</span>
        <span className="visually-hidden"> {channel}</span>
      </button>
      {tooltip && !error && (
        <span id={tooltipId} role="tooltip" className={styles.tooltip}>
          {tooltip}
        </span>
      )}
      <span role="alert" className={error ? `${styles.tooltip} ${styles.error}` : undefined}>
        {error}
      </span>
    </div>
  )
}

/** '1.2K followers'; nothing while there are none (rule FOLLOW-4). */
export function FollowerCount({ channel }: { channel: string }) {
  const count = useFollowerCount(channel)
  if (!count) return null
  return (
    <span className="figure">
      {abbreviateCount(count)} {siteTexts.followerUnit(count)}
    </span>
  )
}

/** For the cards of streams, which want a stable function. */
export function followButton(channel: string): ReactNode {
  return <FollowButton channel={channel} isCompact />
}
