import type { StreamInfo } from '@waggle/contract/endpoints'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/use-store.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { StreamPlaceholder } from '../../ui/stream-placeholder.tsx'
import { DemoPlayer } from './demo-player.tsx'
import { createFullscreen, type Fullscreen } from './fullscreen.ts'
import { LivePlayer } from './live-player.tsx'
import styles from './player.module.css'
import { PlayerMessage } from './player-message.tsx'

export interface PlayerProps {
  username: string
  /** Undefined until it is known. */
  stream: StreamInfo | undefined
  /** When `stream` was last confirmed by the server, in milliseconds since 1970. */
  checkedAtMs: number
  /** The lookup failed and nothing is known: the player shows its marked demo. */
  isLookupFailed: boolean
  /** The player doubts that `stream` still holds and would like it asked for soon and often. */
  onDoubt: (isInDoubt: boolean) => void
}

/** Plays what a channel is live with, and joins again by itself when the broadcast ends and another begins. */
export function Player(props: PlayerProps) {
  const frame = useRef<HTMLElement>(null)
  const [fullscreen, setFullscreen] = useState<Fullscreen>()

  useEffect(() => {
    if (!frame.current) return
    const created = createFullscreen(frame.current)
    setFullscreen(created)
    return () => created.close()
  }, [])

  return (
    <section ref={frame} className={styles.frame} aria-label="Video player">
      {fullscreen && <FillingPage fullscreen={fullscreen} />}
      {fullscreen && <Content {...props} fullscreen={fullscreen} />}
    </section>
  )
}

function Content({
  username,
  stream,
  checkedAtMs,
  isLookupFailed,
  onDoubt,
  fullscreen,
}: PlayerProps & { fullscreen: Fullscreen }) {
  const [attempt, setAttempt] = useState(0)
  const [endedAtMs, setEndedAtMs] = useState(0)
  if (stream === undefined) {
    if (isLookupFailed) return <DemoPlayer username={username} />
    return (
      <Backdrop username={username}>
        <Spinner label="Loading the stream" size={44} />
      </Backdrop>
    )
  }

  const { isLive, streamId } = stream
  if (!isLive || streamId === null) {
    return (
      <Backdrop username={username}>
        <PlayerMessage title={`@${username} is offline`}>
          The stream starts here by itself when the channel goes live.
        </PlayerMessage>
      </Backdrop>
    )
  }
  // The broadcast was seen to end; what the server said before that is no longer worth anything.
  if (checkedAtMs <= endedAtMs) {
    return (
      <Backdrop username={username}>
        <Spinner size={44} />
        <PlayerMessage title="The stream has stopped">Looking whether it goes on...</PlayerMessage>
      </Backdrop>
    )
  }
  return (
    <LivePlayer
      key={`${streamId} ${attempt}`}
      streamId={streamId}
      poster={stream.thumbnail}
      isReconnecting={stream.isReconnecting}
      fullscreen={fullscreen}
      onDoubt={onDoubt}
      onEnded={() => {
        setEndedAtMs(Date.now())
        setAttempt(attempt + 1)
        onDoubt(true)
      }}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}

/** What lies behind a message when there is no picture. */
export function Backdrop({ username, children }: { username: string; children: ReactNode }) {
  return (
    <>
      <div className={styles.backdrop} aria-hidden="true">
        <StreamPlaceholder username={username} isPlain />
      </div>
      <div className={styles.center}>{children}</div>
    </>
  )
}

/** Keeps the rest of the page from scrolling behind a player that fills it. */
function FillingPage({ fullscreen }: { fullscreen: Fullscreen }) {
  const { isFillingPage } = useStore(fullscreen)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player-fills-page', isFillingPage)
    return () => document.documentElement.removeAttribute('data-player-fills-page')
  }, [isFillingPage])
  return null
}
