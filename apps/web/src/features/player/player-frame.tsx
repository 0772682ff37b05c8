import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from '../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../texts/viewer/player/player.ts'
import { StreamPlaceholder } from '../../ui/identity/stream-placeholder.tsx'
import { createFullscreen, type Fullscreen } from './media/fullscreen.ts'
import styles from './player.module.css'

/** The area of a player, which can fill the screen. */
export function PlayerFrame({ children }: { children: (fullscreen: Fullscreen) => ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const [fullscreen, setFullscreen] = useState<Fullscreen>()

  useEffect(() => {
    if (!frame.current) return
    const created = createFullscreen(frame.current)
    setFullscreen(created)
    return () => created.close()
  }, [])

  return (
    <section ref={frame} className={styles.frame} aria-label={texts.region}>
      {fullscreen && <PageScrollLock fullscreen={fullscreen} />}
      {fullscreen && children(fullscreen)}
    </section>
  )
}

/** The background of a message when nothing plays: the last picture, or where there is none a drawing. */
export function Backdrop({
  username,
  picture,
  children,
}: {
  username: string
  picture?: string | null
  children: ReactNode
}) {
  // That of a broadcast that has just ended may be gone already.
  const [failed, setFailed] = useState<string>()
  return (
    <>
      <div className={styles.backdrop} aria-hidden="true">
        {picture && picture !== failed ? (
          <img className={styles.video} src={picture} alt="" onError={() => setFailed(picture)} />
        ) : (
          <StreamPlaceholder username={username} />
        )}
      </div>
      <div className={styles.center}>{children}</div>
    </>
  )
}

/** Keeps the page from scrolling behind a player that fills it. */
function PageScrollLock({ fullscreen }: { fullscreen: Fullscreen }) {
  const { isFillingPage } = useStore(fullscreen)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player-fills-page', isFillingPage)
    return () => document.documentElement.removeAttribute('data-player-fills-page')
  }, [isFillingPage])
  return null
}
