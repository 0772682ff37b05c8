import { type Language, languages } from '@waggle/contract/channels/choices'
import { defaultTitle } from '@waggle/contract/channels/defaults'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { Eye, Share2 } from 'lucide-react'
import { useState } from 'react'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { AlertButton, useHasAlert } from '../../features/live-alerts/alert-button.tsx'
import { offlineStreamInfo } from '../../features/streams/use-stream-info.ts'
import { TipButton } from '../../features/tip/tip-button.tsx'
import { Upvote } from '../../features/upvote/upvote.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { viewersText } from '../../lib/format/count.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { categoryText, languageText } from '../../texts/contract/choices.ts'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { LiveBadge, OfflineBadge, Tag } from '../../ui/identity/badge.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { Uptime } from './uptime.tsx'
import styles from './watch.module.css'

/** The streamer, the stream and its description (rule WATCH-2). */
export function ChannelPanel({ stream, isKnown }: { stream: StreamInfo; isKnown: boolean }) {
  const site = useSite()
  const [isSharing, setSharing] = useState(false)
  const hasAlert = useHasAlert(stream.username)
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
          {isLive && (
            <p className={styles.figures}>
              {viewers > 0 && (
                <span className={styles.figure}>
                  <Eye size={16} aria-hidden="true" />
                  {viewersText(viewers)}
                </span>
              )}
              {stream.startTime !== null && <Uptime startTime={stream.startTime} />}
            </p>
          )}
        </div>
        <div className={styles.actions}>
          <FollowButton channel={username} hasCount />
          <Upvote author={username} permlink={stream.permlink} wallet={wallet} />
          {site?.tips && isLive && stream.streamId && (
            <TipButton channel={username} streamId={stream.streamId} wallet={wallet} />
          )}
          <Button onClick={() => setSharing(true)}>
            <Share2 size={18} aria-hidden="true" />
            <span className={styles.share}>{texts.share}</span>
          </Button>
          {isLive && hasAlert && <AlertButton channel={username} />}
        </div>
      </div>
      {isSharing && <ShareDialog username={username} title={title} onClose={() => setSharing(false)} />}
      <section className={styles.about} aria-labelledby="description-heading">
        <h2 id="description-heading" className={styles.aboutTitle}>
          {texts.description}
        </h2>
        <p className={styles.description}>
          {description === offlineStreamInfo(username).description ? texts.defaultDescription : description}
        </p>
        <ul className={styles.tags} aria-label={texts.tags}>
          <li>
            <Tag>{categoryText(category)}</Tag>
          </li>
          {isLive && (
            <li>
              <Tag>{texts.liveTag}</Tag>
            </li>
          )}
          {language && (
            <li>
              <Tag>{nameOfLanguage(language)}</Tag>
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

function nameOfLanguage(code: string): string {
  return Object.hasOwn(languages, code) ? languageText(code as Language) : code
}
