import { Heart } from 'lucide-react'
import { useId } from 'react'
import { abbreviateCount } from '../../lib/format/count.ts'
import { useSession } from '../../session/session.tsx'
import { siteTexts } from '../../texts/site.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import styles from './follow-button.module.css'
import { useFollow, useFollowerCount } from './use-follow.ts'

/**
 * Follows and unfollows a channel. While logged out it can be focused but not used, and says why (rule FOLLOW-2). The user's own
 * channel has no button.
 */
export function FollowButton({
  channel,
  isCompact = false,
  hasCount = false,
}: {
  channel: string
  /** Shows only the heart, for cards. */
  isCompact?: boolean
  hasCount?: boolean
}) {
  const { isAuthenticated, user } = useSession()
  const { isFollowing, isBusy, error, toggle } = useFollow(channel)
  const count = useFollowerCount(channel, hasCount)
  const tooltipId = useId()
  if (user === channel) return hasCount && count ? <FollowerCount count={count} /> : null
  const label = isFollowing ? texts.followed : texts.follow
  const tooltip = !isAuthenticated ? texts.loginToFollow : isFollowing ? texts.unfollow(channel) : undefined
  return (
    <div className={styles.root}>
      <button
        type="button"
        className={isCompact ? styles.compact : buttonClass(isFollowing ? 'secondary' : 'primary')}
        aria-pressed={isFollowing}
        aria-busy={isBusy}
        aria-disabled={!isAuthenticated || isBusy}
        aria-describedby={tooltip && !error ? tooltipId : undefined}
        onClick={toggle}
      >
        <Heart size={isCompact ? 20 : 18} fill={isFollowing ? 'currentColor' : 'none'} aria-hidden="true" />
        <span className={isCompact ? 'visually-hidden' : undefined}>{label}</span>
        <span className="visually-hidden"> {channel}</span>
      </button>
      {hasCount && count !== undefined && count > 0 && <FollowerCount count={count} />}
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

function FollowerCount({ count }: { count: number }) {
  return (
    <span className={styles.count}>
      {abbreviateCount(count)}
      <span className="visually-hidden-on-phone"> {siteTexts.followerUnit(count)}</span>
    </span>
  )
}
