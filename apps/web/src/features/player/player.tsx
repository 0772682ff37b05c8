import type { StreamInfo } from '@waggle/contract/endpoints'
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { playerTexts as texts } from '../../texts/viewer/player/player.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { LivePlayer } from './live-player.tsx'
import type { Fullscreen } from './media/fullscreen.ts'
import type { Theatre } from './media/theatre.ts'
import styles from './player.module.css'
import { Backdrop, PlayerFrame } from './player-frame.tsx'
import { PlayerMessage } from './player-message.tsx'
import type { StreamLookup } from './stalls/use-stall-cause.ts'

// Only a failure shows it.
const DemoPlayer = lazyComponent(async () => (await import('./demo-player.tsx')).DemoPlayer)

interface PlayerProps {
  username: string
  /** Undefined until the first lookup has been answered. */
  stream: StreamInfo | undefined
  lookup: StreamLookup
  /** No lookup has succeeded yet and the last one failed: the player shows its labelled demo. */
  isLookupFailed: boolean
  /** Only on pages that have a theatre mode. */
  theatre?: Theatre
  /** In a frame of another site. */
  isWithoutClips?: boolean
  /** What takes the place of an offline channel's picture. */
  offline: ReactNode
  /** Something else to watch, below the sentence of a broadcast that has failed, stopped or ended. */
  other?: ReactNode
  /** While true, the player doubts that `stream` is up to date and wants it looked up soon and often. */
  onDoubt: (isInDoubt: boolean) => void
  /** The broadcast has ended in the player: what was known of it before does not count any more. */
  onEnded?: () => void
}

/** Plays a channel's current broadcast. When it ends and another begins, the player joins the new one by itself. */
export function Player(props: PlayerProps) {
  return <PlayerFrame>{(fullscreen) => <Content {...props} fullscreen={fullscreen} />}</PlayerFrame>
}

interface Attempt {
  /** How many times the player has been started anew. */
  attempt: number
  /** The sentence that the previous attempt ended with, if it failed. */
  previousError: string | null
}

function Content({
  username,
  stream,
  lookup,
  isLookupFailed,
  theatre,
  isWithoutClips = false,
  offline,
  other,
  onDoubt,
  onEnded: tellEnd,
  fullscreen,
}: PlayerProps & { fullscreen: Fullscreen }) {
  const [{ attempt, previousError }, setAttempt] = useState<Attempt>({ attempt: 0, previousError: null })
  const [endedAtMs, setEndedAtMs] = useState(0)
  /** The broadcast that the viewer has gone back in: its recording plays on when the broadcast is over. */
  const [rewoundId, setRewoundId] = useState<string | null>(null)
  const onRetry = useCallback(
    (error: string | null) => setAttempt(({ attempt }) => ({ attempt: attempt + 1, previousError: error })),
    [],
  )
  // An answer from after the end of the broadcast does not say it.
  const knownSince = useRef<number | null>(null)
  knownSince.current = stream?.recordedSince ?? knownSince.current
  const onEnded = useCallback(() => {
    setRewoundId(null)
    setEndedAtMs(Date.now())
    setAttempt(({ attempt }) => ({ attempt: attempt + 1, previousError: null }))
    onDoubt(true)
    tellEnd?.()
  }, [onDoubt, tellEnd])
  if (stream === undefined) {
    if (isLookupFailed)
      return (
        <Suspense>
          <DemoPlayer username={username} />
        </Suspense>
      )
    return (
      <Backdrop username={username}>
        <Spinner label={texts.loading} size={44} />
      </Backdrop>
    )
  }

  const streamId = stream.isLive ? stream.streamId : rewoundId
  if (streamId === null) {
    return <Backdrop username={username}>{offline}</Backdrop>
  }
  // The player has seen the broadcast end, so a lookup from before that moment no longer counts.
  if (lookup.checkedAtMs <= endedAtMs && rewoundId === null) {
    return (
      <Backdrop username={username} picture={stream.thumbnail}>
        <div className={styles.overlay} role="status" data-cause="stopped">
          <Spinner size={32} />
          <PlayerMessage title={texts.stopped} other={other}>
            {texts.checkingStopped}
          </PlayerMessage>
        </div>
      </Backdrop>
    )
  }
  return (
    <LivePlayer
      key={`${streamId} ${attempt}`}
      username={username}
      title={stream.title}
      viewers={stream.viewers}
      streamId={streamId}
      poster={stream.thumbnail}
      previousError={previousError}
      encoder={stream}
      lookup={lookup}
      startedMs={stream.startTime}
      recordedSinceMs={stream.recordedSince ?? knownSince.current}
      fullscreen={fullscreen}
      theatre={theatre}
      isWithoutClips={isWithoutClips}
      other={other}
      onDoubt={onDoubt}
      onEnded={onEnded}
      onFollowingChanged={(isFollowing) => setRewoundId(isFollowing ? null : streamId)}
      onRetry={onRetry}
    />
  )
}
