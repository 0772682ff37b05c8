import type { Answer } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { SkipForward } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ChannelClips } from '../../features/clips/channel-clips.tsx'
import { useTheatre } from '../../features/player/media/theatre.ts'
import { ReplayPlayer } from '../../features/player/replay-player.tsx'
import { PastBroadcasts } from '../../features/replays/past-broadcasts.tsx'
import { BroadcastAbout } from '../../features/streams/about/broadcast-about.tsx'
import { lazyComponent, lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { abbreviateCount } from '../../lib/format/count.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { useSession } from '../../session/session.tsx'
import { chapterTexts } from '../../texts/viewer/replay/chapters.ts'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { watchTexts } from '../../texts/viewer/watch.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { RecordedPage, type RecordedPart, useHasParts } from '../../ui/recorded/recorded-page.tsx'
import { RecordedTime } from '../../ui/recorded/recorded-time.tsx'
import { RecordedBar } from '../recorded/recorded-bar.tsx'
import { ChannelActions } from '../watch/channel/channel-actions.tsx'
import { ReplayChapters } from './replay-chapters.tsx'
import { ReplayChat } from './replay-chat.tsx'
import { ReplayHeader } from './replay-header.tsx'
import { ShareReplay } from './share-replay.tsx'

// For the channel alone.
const CutPanel = lazyComponent(async () => (await import('../../features/recordings/cut-panel.tsx')).CutPanel)

const OtherChannels = lazyExtra(async () => (await import('../watch/channel/other-channels.tsx')).OtherChannels)

/** The picture, what it is of, the chat on its clock, and the other broadcasts of the channel. */
export function ReplayPage({
  replay,
  startSeconds,
}: {
  replay: Answer<'getReplay'>
  startSeconds: number | undefined
}) {
  const theatre = useTheatre()
  const [, navigate] = useLocation()
  const { user } = useSession()
  /** Counts what was cut out since the page was opened: the player begins again. */
  const [cuts, setCuts] = useState(0)
  const [isNow, setNow] = useState(false)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const { streamId, username, playlistPath, previous, next, chapters } = replay
  const isOwn = user === username
  // The channel edits its chapters in the column, where the picture stays in view.
  const hasOthers = previous !== null || next !== null || chapters.length > 0 || isOwn
  const column = replay.hasChat || isNow ? 'chat' : hasOthers ? 'others' : undefined
  const hasParts = useHasParts()
  const about = (
    <>
      <ReplayHeader replay={replay} video={video} isBelowBar={hasParts} />
      {replay.about && <BroadcastAbout about={replay.about} />}
    </>
  )
  const contents = <ReplayChapters replay={replay} isOwn={isOwn} />
  const chat = <ReplayChat channel={username} hasChat={column === 'chat'} isNow={isNow} onNow={setNow} />
  const others = (
    <>
      <PastBroadcasts username={username} without={streamId} />
      <ChannelClips username={username} />
    </>
  )
  const tools = isOwn && (
    <Suspense>
      <CutPanel user={username} replay={replay} onCut={() => setCuts(cuts + 1)} />
    </Suspense>
  )
  const chatPart = { key: 'chat', label: watchTexts.chat, content: chat }
  const chaptersPart = {
    key: 'chapters',
    label: chapterTexts.title,
    content: (
      <>
        {contents}
        {others}
      </>
    ),
  }
  const parts: RecordedPart[] = [
    ...(replay.hasChat ? [chatPart] : []),
    ...(chapters.length > 0 || isOwn ? [chaptersPart] : []),
    {
      key: 'about',
      label: watchTexts.about,
      content: (
        <>
          {about}
          {tools}
          {others}
        </>
      ),
    },
    ...(replay.hasChat ? [] : [chatPart]),
  ]
  return (
    <RecordedPage
      column={column}
      bar={
        <RecordedBar username={username} title={replay.title || texts.untitled(username)}>
          <RecordedTime at={replay.startedAt} />
          {replay.views > 0 && texts.views(abbreviateCount(replay.views))}
        </RecordedBar>
      }
      share={hasParts && <ShareReplay replay={replay} video={video} />}
      parts={hasParts ? parts : undefined}
      actions={<ChannelActions username={username} permlink={replay.permlink} streamId={streamId} />}
      player={
        <ReplayPlayer
          key={cuts}
          streamId={streamId}
          username={username}
          title={replay.title}
          playlist={atServer(playlistPath)}
          startSeconds={startSeconds}
          chapters={chapters}
          ways={{
            ...(previous && { showPrevious: () => navigate(replayPath(previous.streamId)) }),
            ...(next && { showNext: () => navigate(replayPath(next.streamId)) }),
          }}
          theatre={theatre}
          atEnd={
            next && (
              <Link href={replayPath(next.streamId)} className={buttonClass('primary', 'large')}>
                <SkipForward size={18} aria-hidden="true" />
                {texts.next}
              </Link>
            )
          }
          onVideo={setVideo}
        />
      }
      about={about}
      contents={contents}
      chat={chat}
      others={others}
      tools={tools}
      channels={<OtherChannels username={username} isLive={false} />}
    />
  )
}
