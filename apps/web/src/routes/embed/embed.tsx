import type { StreamInfo } from '@waggle/contract/endpoints'
import { isUsername } from '@waggle/contract/names'
import {
  channelInQuery,
  clipInAddress,
  clipPath,
  replayEmbedPath,
  replayInAddress,
  replayPath,
  timeInQuery,
  watchPath,
} from '@waggle/contract/pages/page-addresses'
import { ExternalLink } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useClip } from '../../features/clips/use-clips.ts'
import { Player } from '../../features/player/player.tsx'
import { PlayerMessage } from '../../features/player/player-message.tsx'
import { ReplayPlayer } from '../../features/player/replay-player.tsx'
import { PictureHead } from '../../features/player/title/picture-title.tsx'
import { useReplay } from '../../features/replays/use-replays.ts'
import { useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { atServer } from '../../lib/server-addresses.ts'
import { useSiteName } from '../../lib/site.ts'
import { clipTexts } from '../../texts/viewer/clips/clip.ts'
import { embedTexts as texts } from '../../texts/viewer/embed.ts'
import { playerTexts } from '../../texts/viewer/player/player.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { ToastRegion } from '../../ui/surfaces/toast.tsx'
import styles from './embed.module.css'

// Not of a channel that is live.
const OfflineScreen = lazyExtra(async () => (await import('../offline/offline-screen.tsx')).OfflineScreen, Offline)

/** The player alone, for a frame in another site's page: without sign-in, with a link to the channel. */
export function Embed() {
  const [search] = useSearchParams()
  const username = channelInQuery(search)
  const replayId = replayInAddress(new URL(location.href))
  const clipId = clipInAddress(new URL(location.href))
  useDocumentTitle(texts.page(username))
  if (replayId !== undefined) return <EmbeddedReplay streamId={replayId} startSeconds={timeInQuery(search)} />
  if (clipId !== undefined) return <EmbeddedClip clipId={clipId} />
  if (!isUsername(username)) return <NoChannel />
  return <EmbeddedChannel key={username} username={username} />
}

function NoChannel() {
  return <Notice title={texts.noChannelTitle}>{texts.noChannel}</Notice>
}

function EmbeddedChannel({ username }: { username: string }) {
  const [isInDoubt, setInDoubt] = useState(false)
  const { info, checkedAtMs, failure, isFailed } = useStreamInfo(username, isInDoubt)
  if (info?.channelExists === false) return <NoChannel />
  return (
    <main className={styles.page} data-offline={info?.isLive === false || undefined}>
      <Player
        username={username}
        stream={info}
        lookup={{ checkedAtMs, failure }}
        isLookupFailed={isFailed}
        isWithoutClips
        offline={
          info && (
            <Suspense fallback={<Offline stream={info} />}>
              <OfflineScreen stream={info} pathOf={replayEmbedPath} />
            </Suspense>
          )
        }
        onDoubt={setInDoubt}
      />
      <Bar
        username={username}
        title={info?.title}
        viewers={info?.viewers ?? 0}
        isLive={info?.isLive === true && !info.isStopped}
        path={watchPath(username)}
      />
      <ToastRegion />
    </main>
  )
}

/** Until there is more to say. */
function Offline({ stream }: { stream: StreamInfo }) {
  return <PlayerMessage title={playerTexts.offline(stream.username)}>{playerTexts.startsAutomatically}</PlayerMessage>
}

function EmbeddedReplay({ streamId, startSeconds }: { streamId: string; startSeconds: number | undefined }) {
  const { data: replay, isPending } = useReplay(streamId)
  if (isPending) return <PageSpinner label={replayTexts.loading} />
  if (!replay) return <Notice title={replayTexts.goneTitle}>{replayTexts.gone}</Notice>
  const { username, title, playlistPath } = replay
  return (
    <main className={styles.page}>
      <ReplayPlayer
        streamId={streamId}
        username={username}
        title={title}
        playlist={atServer(playlistPath)}
        startSeconds={startSeconds}
        chapters={replay.chapters}
        isWithoutClips
      />
      <Bar {...{ username, title }} path={replayPath(streamId)} />
      <ToastRegion />
    </main>
  )
}

function EmbeddedClip({ clipId }: { clipId: string }) {
  const { data: clip, isPending } = useClip(clipId)
  if (isPending) return <PageSpinner label={clipTexts.loading} />
  if (!clip) return <Notice title={clipTexts.goneTitle}>{clipTexts.gone}</Notice>
  const { username, title, playlistPath } = clip
  return (
    <main className={styles.page}>
      <ReplayPlayer streamId={clipId} {...{ username, title, clip }} playlist={atServer(playlistPath)} />
      <Bar {...{ username, title }} path={clipPath(clipId)} />
      <ToastRegion />
    </main>
  )
}

/** What is played, by whom, and a link to its page. */
function Bar({ path, ...head }: { path: string } & Omit<ComponentProps<typeof PictureHead>, 'isHeading'>) {
  const siteName = useSiteName()
  return (
    <header className={styles.bar}>
      <PictureHead isHeading {...head} />
      <a className={styles.link} href={path} target="_blank" rel="noopener">
        <span className={styles.inWords}>{texts.watchOn(siteName)}</span>
        <span className={styles.siteName} aria-hidden="true">
          {siteName}
        </span>
        <ExternalLink size={16} aria-hidden="true" />
      </a>
    </header>
  )
}
