import { type Language, languages } from '@waggle/contract/choices'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { Eye, Share2 } from 'lucide-react'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { defaultTitle } from '../../features/streams/use-stream-info.ts'
import { TipButton } from '../../features/tip/tip-button.tsx'
import { Upvote } from '../../features/upvote/upvote.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { viewersText } from '../../lib/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { watchPath } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { LiveBadge, OfflineBadge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './watch.module.css'

/** Who streams, what, and since when. */
export function ChannelPanel({ stream, isKnown }: { stream: StreamInfo; isKnown: boolean }) {
  const site = useSite()
  const { username, title, isLive, viewers, description, category, language } = stream
  return (
    <div className={styles.panel}>
      <div className={styles.header}>
        <Avatar username={username} src={avatarAddress(site, username)} size={56} />
        <div className={styles.who}>
          <div className={styles.nameLine}>
            <h1 className={styles.name}>{username}</h1>
            {isKnown && (isLive ? <LiveBadge /> : <OfflineBadge />)}
          </div>
          {title !== defaultTitle(username) && <p className={styles.title}>{title}</p>}
          {viewers > 0 && (
            <p className={styles.viewers}>
              <Eye size={16} aria-hidden="true" />
              {viewersText(viewers)}
            </p>
          )}
        </div>
        <div className={styles.actions}>
          <FollowButton channel={username} hasCount />
          <Upvote author={username} permlink={stream.permlink} wallet={wallet} />
          {site?.tips && isLive && stream.streamId && (
            <TipButton channel={username} streamId={stream.streamId} wallet={wallet} />
          )}
          <Button onClick={() => void share(username)}>
            <Share2 size={18} aria-hidden="true" />
            <span className={styles.share}>Share</span>
          </Button>
        </div>
      </div>
      <section className={styles.about} aria-labelledby="description-heading">
        <h2 id="description-heading" className={styles.aboutTitle}>
          Stream Description
        </h2>
        <p className={styles.description}>{description}</p>
        <ul className={styles.tags} aria-label="Tags">
          <li>
            <Tag>{category}</Tag>
          </li>
          {isLive && (
            <li>
              <Tag>Live</Tag>
            </li>
          )}
          {language && (
            <li>
              <Tag>{languageName(language)}</Tag>
            </li>
          )}
          {stream.tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function languageName(code: string): string {
  return Object.hasOwn(languages, code) ? languages[code as Language] : code
}

async function share(username: string): Promise<void> {
  const address = new URL(watchPath(username), location.href).href
  try {
    await navigator.clipboard.writeText(address)
    toast('Link copied to clipboard!')
  } catch {
    toast(address)
  }
}
