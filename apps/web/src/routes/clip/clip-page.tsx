import type { Answer } from '@waggle/contract/endpoints'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { SkipForward } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { ChannelClips } from '../../features/clips/channel-clips.tsx'
import { usePreparedClip } from '../../features/clips/use-clips.ts'
import { useTheatre } from '../../features/player/media/theatre.ts'
import { ReplayPlayer } from '../../features/player/replay-player.tsx'
import { BroadcastAbout } from '../../features/streams/about/broadcast-about.tsx'
import { lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { useMedia } from '../../lib/browser/use-media.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { watchTexts } from '../../texts/viewer/watch.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { RecordedPage, type RecordedPart, useHasParts } from '../../ui/recorded/recorded-page.tsx'
import { RecordedTime } from '../../ui/recorded/recorded-time.tsx'
import { RecordedBar } from '../recorded/recorded-bar.tsx'
import { ChannelActions } from '../watch/channel/channel-actions.tsx'
import { ClipHeader, ClipSource, WholeBroadcast } from './clip-header.tsx'
import { ShareClip } from './share-clip.tsx'

const OtherChannels = lazyExtra(async () => (await import('../watch/channel/other-channels.tsx')).OtherChannels)
const ClipSwipe = lazyExtra(async () => (await import('./clip-swipe.tsx')).ClipSwipe)

/** The clip, what it is of, and the other clips of the channel, which are a feed (rule CLIP-9). */
export function ClipPage({ clip }: { clip: Answer<'getClip'> }) {
  const theatre = useTheatre()
  const [, navigate] = useLocation()
  const isNarrow = useMedia('(width <= 1000px)')
  const { clipId, username, playlistPath, previous, next } = clip
  usePreparedClip(next?.clipId)
  const hasParts = useHasParts()
  const about = (
    <>
      <ClipHeader clip={clip} isBelowBar={hasParts} />
      {!hasParts && <ClipSource clip={clip} />}
      {clip.about && <BroadcastAbout about={clip.about} />}
    </>
  )
  const others = <ChannelClips username={username} playing={clipId} />
  const feed: RecordedPart = {
    key: 'clips',
    label: texts.list,
    content: (
      <>
        <WholeBroadcast clip={clip} />
        {others}
      </>
    ),
  }
  const parts = [...(previous || next ? [feed] : []), { key: 'about', label: watchTexts.about, content: about }]
  return (
    <RecordedPage
      bar={
        <RecordedBar username={username} title={clip.title}>
          {`${texts.madeBy} ${clip.maker}`}
          <RecordedTime at={clip.createdAt} />
          {clip.views > 0 && replayTexts.views(abbreviateCount(clip.views))}
        </RecordedBar>
      }
      share={hasParts && <ShareClip clipId={clipId} title={clip.title} />}
      parts={hasParts ? parts : undefined}
      actions={<ChannelActions username={username} permlink={null} streamId={clip.broadcastId} />}
      column={previous || next ? 'others' : undefined}
      player={
        <ReplayPlayer
          streamId={clipId}
          username={username}
          title={clip.title}
          playlist={atServer(playlistPath)}
          clip={clip}
          theatre={theatre}
          ways={{
            ...(previous && { showPrevious: () => navigate(clipPath(previous.clipId)) }),
            ...(next && { showNext: () => navigate(clipPath(next.clipId)) }),
          }}
          atEnd={
            next && (
              <Link href={clipPath(next.clipId)} className={buttonClass('secondary', 'large')}>
                <SkipForward size={18} aria-hidden="true" />
                {texts.next}
              </Link>
            )
          }
        />
      }
      swipe={
        isNarrow && (
          <Suspense>
            <ClipSwipe clip={clip} />
          </Suspense>
        )
      }
      about={about}
      others={others}
      channels={<OtherChannels username={username} isLive={false} />}
    />
  )
}
