import type { Answer } from '@waggle/contract/endpoints'
import { replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { SkipBack, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { OperateLink } from '../../features/operating/operate-link.tsx'
import { DownloadButton } from '../../features/replays/download-button.tsx'
import { ReportButton } from '../../features/reports/report-button.tsx'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { shortDuration } from '../../lib/format/short-duration.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { replayTexts as texts } from '../../texts/viewer/replay.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './replay.module.css'
import { ShareReplay } from './share-replay.tsx'

/** Title, channel and figures of a recorded broadcast; the ones before and after it. */
export function ReplayHeader({ replay, video }: { replay: Answer<'getReplay'>; video: HTMLVideoElement | null }) {
  const site = useSite()
  const { streamId, mayDownload, username, title, startedAt, durationSeconds, views, previous, next } = replay
  return (
    <div className={styles.header}>
      <Link href={watchPath(username)} tabIndex={-1} aria-hidden="true">
        <Avatar username={username} src={avatarAddress(site, username)} size={52} />
      </Link>
      <div className={styles.who}>
        <h1 className={styles.title}>{title || texts.untitled(username)}</h1>
        <p className={styles.nameLine}>
          <Link href={watchPath(username)} className={styles.name}>
            {username}
          </Link>
          <span>
            {texts.was} <time dateTime={new Date(startedAt).toISOString()}>{formatDateTime(startedAt)}</time>
          </span>
          <span className="figure">{shortDuration(durationSeconds * 1000)}</span>
          {views > 0 && <span className="figure">{texts.views(abbreviateCount(views))}</span>}
        </p>
      </div>
      <div className={styles.actions}>
        <FollowButton channel={username} kind="secondary" />
        {mayDownload && <DownloadButton streamId={streamId} />}
        <ShareReplay replay={replay} video={video} />
        <ReportButton thing={{ kind: 'replay', username, streamId }} />
        <OperateLink account={username} />
      </div>
      {(previous || next) && (
        <nav className={styles.neighbours} aria-label={texts.past}>
          {previous && (
            <Neighbour replay={previous} username={username} label={texts.previous}>
              <SkipBack size={18} aria-hidden="true" />
            </Neighbour>
          )}
          {next && (
            <Neighbour replay={next} username={username} label={texts.next}>
              <SkipForward size={18} aria-hidden="true" />
            </Neighbour>
          )}
        </nav>
      )}
    </div>
  )
}

function Neighbour({
  replay: { streamId, title },
  username,
  label,
  children,
}: {
  replay: { streamId: string; title: string }
  username: string
  label: string
  children: ReactNode
}) {
  return (
    <Link href={replayPath(streamId)} className={`${buttonClass('secondary')} ${styles.neighbour}`}>
      {children}
      <span className="visually-hidden">{label}: </span>
      <span className={styles.neighbourTitle}>{title || texts.untitled(username)}</span>
    </Link>
  )
}
