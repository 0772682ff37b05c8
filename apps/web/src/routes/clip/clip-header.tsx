import type { Answer } from '@waggle/contract/endpoints'
import { clipPath, replayPath } from '@waggle/contract/pages/page-addresses'
import { Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { useDeleteClip } from '../../features/clips/delete-clip.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { DownloadButton } from '../../features/replays/download-button.tsx'
import { TipButton } from '../../features/tip/tip-button.tsx'
import { wallet } from '../../features/wallet/wallet.ts'
import { clockText } from '../../lib/format/clock-text.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSite } from '../../lib/site.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { NeighbourLinks } from '../../ui/recorded/neighbour-links.tsx'
import { RecordedHeader } from '../recorded/recorded-header.tsx'
import { RecordedMenu } from '../recorded/recorded-menu.tsx'
import styles from './clip.module.css'
import { ShareClip } from './share-clip.tsx'

/** Title, channel and maker of a clip; the whole broadcast, and the clips beside it. */
export function ClipHeader({ clip, isBelowBar }: { clip: Answer<'getClip'>; isBelowBar: boolean }) {
  const site = useSite()
  const deletion = useDeleteClip(clip)
  const { clipId, broadcastId, username, maker, title, createdAt, views } = clip
  return (
    <RecordedHeader
      username={username}
      title={title}
      isBelowBar={isBelowBar}
      source={<ClipSource clip={clip} />}
      facts={
        <>
          <span>
            {texts.madeBy} {maker}
          </span>
          <time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt)}</time>
          {/* Its place is there before anybody has watched: nothing moves when the first one has. */}
          <span className={`figure ${views === 0 ? styles.none : ''}`}>
            {replayTexts.views(abbreviateCount(views))}
          </span>
        </>
      }
    >
      <div className={styles.actions}>
        <WholeBroadcast clip={clip} />
        {!isBelowBar && <FollowButton channel={username} />}
        {!isBelowBar && site?.tips && <TipButton channel={username} streamId={broadcastId} wallet={wallet} />}
        <div className={styles.icons}>
          {clip.mayDownload && <DownloadButton streamId={clipId} />}
          <ShareClip clipId={clipId} title={title} />
          <RecordedMenu
            label={texts.moreOf}
            thing={{ kind: 'clip', username: maker, streamId: clipId }}
            items={
              clip.mayDelete
                ? [
                    {
                      key: 'delete',
                      label: texts.remove,
                      icon: <Trash2 size={18} aria-hidden="true" />,
                      onSelect: deletion.ask,
                    },
                  ]
                : []
            }
          />
          {deletion.question}
        </div>
      </div>
      {/* Beside the picture the clips of the channel lead on. */}
      {isBelowBar && <ClipNeighbours clip={clip} />}
    </RecordedHeader>
  )
}

/** Leads to the moment of the broadcast; nothing where it is not public any more. */
export function WholeBroadcast({ clip: { streamId, source } }: { clip: Answer<'getClip'> }) {
  if (streamId === null) return null
  return (
    <Link
      href={replayPath(streamId, source?.positionSeconds)}
      className={`${buttonClass('secondary')} ${styles.whole}`}
    >
      {texts.wholeBroadcast}
    </Link>
  )
}

/** The moment of the broadcast that the clip begins with (rule CLIP-10). */
export function ClipSource({ clip: { source, username } }: { clip: Answer<'getClip'> }) {
  if (source === null) return null
  const { title, positionSeconds } = source
  return (
    <p className={styles.source}>
      {texts.from(title || replayTexts.untitled(username), clockText(positionSeconds * 1000))}
    </p>
  )
}

/** Leads to the clips before and after this one. */
function ClipNeighbours({ clip: { previous, next } }: { clip: Answer<'getClip'> }) {
  const toLink = (neighbour: { clipId: string; title: string }, label: string) => ({
    href: clipPath(neighbour.clipId),
    title: neighbour.title,
    label,
  })
  return (
    <NeighbourLinks
      label={texts.list}
      previous={previous && toLink(previous, texts.previous)}
      next={next && toLink(next, texts.next)}
    />
  )
}
