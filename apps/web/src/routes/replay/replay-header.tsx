import type { Answer } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { DownloadButton } from '../../features/replays/download-button.tsx'
import { TipButton } from '../../features/tip/tip-button.tsx'
import { PostEarned } from '../../features/upvote/post-earned.tsx'
import { Upvote } from '../../features/upvote/upvote.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { shortDuration } from '../../lib/format/short-duration.ts'
import { useSite } from '../../lib/site.ts'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { NeighbourLinks } from '../../ui/recorded/neighbour-links.tsx'
import { RecordedHeader } from '../recorded/recorded-header.tsx'
import { RecordedMenu } from '../recorded/recorded-menu.tsx'
import styles from './replay.module.css'
import { ShareReplay } from './share-replay.tsx'

/** Title, channel and figures of a recorded broadcast; the ones before and after it. */
export function ReplayHeader({
  replay,
  video,
  isBelowBar,
}: {
  replay: Answer<'getReplay'>
  video: HTMLVideoElement | null
  isBelowBar: boolean
}) {
  const site = useSite()
  const {
    streamId,
    permlink,
    paidPermlink,
    mayDownload,
    username,
    title,
    startedAt,
    durationSeconds,
    views,
    previous,
    next,
  } = replay
  const toLink = (neighbour: { streamId: string; title: string }, label: string) => ({
    href: replayPath(neighbour.streamId),
    title: neighbour.title || texts.untitled(username),
    label,
  })
  return (
    <RecordedHeader
      username={username}
      title={title || texts.untitled(username)}
      isBelowBar={isBelowBar}
      facts={
        <>
          <span>
            {texts.was} <time dateTime={new Date(startedAt).toISOString()}>{formatDateTime(startedAt)}</time>
          </span>
          <span className="figure">{shortDuration(durationSeconds * 1000)}</span>
          {views > 0 && <span className="figure">{texts.views(abbreviateCount(views))}</span>}
          {paidPermlink !== null && <PostEarned author={username} permlink={paidPermlink} />}
        </>
      }
    >
      {!isBelowBar && (
        <div className={styles.actions}>
          <FollowButton channel={username} />
          {permlink !== null && <Upvote author={username} permlink={permlink} wallet={wallet} />}
          {site?.tips && <TipButton channel={username} streamId={streamId} wallet={wallet} />}
        </div>
      )}
      <div className={styles.icons}>
        {mayDownload && <DownloadButton streamId={streamId} />}
        <ShareReplay replay={replay} video={video} />
        <RecordedMenu label={texts.moreOf} thing={{ kind: 'replay', username, streamId }} />
      </div>
      <NeighbourLinks
        label={texts.past}
        previous={previous && toLink(previous, texts.previous)}
        next={next && toLink(next, texts.next)}
      />
    </RecordedHeader>
  )
}
