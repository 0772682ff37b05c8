import type { Answer } from '@waggle/contract/endpoints'
import { replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { ChannelClips } from '../../features/clips/channel-clips.tsx'
import { DeleteClip } from '../../features/clips/delete-clip.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { OperateLink } from '../../features/operating/operate-link.tsx'
import { ReplayPlayer } from '../../features/player/replay-player.tsx'
import { DownloadButton } from '../../features/replays/download-button.tsx'
import { ReportButton } from '../../features/reports/report-button.tsx'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './clip.module.css'
import { ShareClip } from './share-clip.tsx'

/** The clip, what it is of, and the other clips of the channel. */
export function ClipPage({ clip }: { clip: Answer<'getClip'> }) {
  const site = useSite()
  const { clipId, username, maker, title, createdAt, playlistPath, views, streamId } = clip
  return (
    <div className={styles.page}>
      <div className={styles.player}>
        <ReplayPlayer streamId={clipId} username={username} playlist={atServer(playlistPath)} clip={clip} />
      </div>
      <div className={styles.header}>
        <Link href={watchPath(username)} tabIndex={-1} aria-hidden="true">
          <Avatar username={username} src={avatarAddress(site, username)} size={52} />
        </Link>
        <div className={styles.who}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.nameLine}>
            <Link href={watchPath(username)} className={styles.name}>
              {username}
            </Link>
            <span>
              {texts.madeBy} {maker} ·{' '}
              <time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt)}</time>
            </span>
            {views > 0 && <span className="figure">{replayTexts.views(abbreviateCount(views))}</span>}
          </p>
        </div>
        <div className={styles.actions}>
          {streamId !== null && (
            <Link href={replayPath(streamId)} className={`${buttonClass('secondary')} ${styles.whole}`}>
              {texts.wholeBroadcast}
            </Link>
          )}
          <FollowButton channel={username} kind="secondary" />
          {clip.mayDownload && <DownloadButton streamId={clipId} />}
          <ShareClip clipId={clipId} title={title} />
          <ReportButton thing={{ kind: 'clip', username: maker, streamId: clipId }} />
          <OperateLink account={maker} />
          {clip.mayDelete && <DeleteClip clip={clip} />}
        </div>
      </div>
      <ChannelClips username={username} without={clipId} />
    </div>
  )
}
