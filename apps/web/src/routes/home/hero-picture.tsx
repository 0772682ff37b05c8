import { Suspense, useEffect, useRef, useState } from 'react'
import { smallPlayback } from '../../features/player/small/small-playback.ts'
import { isSavingData } from '../../lib/browser/is-saving-data.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useMedia } from '../../lib/browser/use-media.ts'
import { useStore } from '../../lib/store/use-store.ts'
import styles from './home.module.css'

const LivePicture = lazyComponent(async () => (await import('../../features/player/live-picture.tsx')).LivePicture)

/**
 * Plays the featured stream while it is in view. Off-screen, on a hidden page, beside the small player, with reduced motion and where
 * the visitor saves data, the still picture below it is all there is, and nothing is downloaded (rule HOME-8).
 */
export function HeroPicture({ streamId, isPaused }: { streamId: string; isPaused: boolean }) {
  const frame = useRef<HTMLSpanElement>(null)
  const isIdle = useIdlePage()
  const isInView = useInView(frame)
  const isMoving = useMovingPicture()
  const isAlone = useStore(smallPlayback).current === null
  return (
    <span ref={frame} className={styles.heroPicture}>
      {isIdle && isInView && isAlone && isMoving && !isPaused && (
        <Suspense fallback={null}>
          <LivePicture streamId={streamId} />
        </Suspense>
      )}
    </span>
  )
}

/** Whether pictures may move by themselves: the visitor neither prefers reduced motion nor saves data. */
export function useMovingPicture(): boolean {
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)')
  return !isMotionReduced && !isSavingData()
}

/** Late enough that the player's code does not compete with the page's own files. */
const idleAfterMs = 400

/** True once the page has loaded and a moment has passed. */
function useIdlePage(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(() => setIdle(true), idleAfterMs)
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => {
      removeEventListener('load', start)
      clearTimeout(timer)
    }
  }, [])
  return isIdle
}

/** Whether at least a third of the element is in the window, of a page that is not hidden. */
function useInView(frame: React.RefObject<HTMLElement | null>): boolean {
  const [isIntersecting, setIntersecting] = useState(false)
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setIntersecting((entries.at(-1)?.intersectionRatio ?? 0) >= 0.33),
      { threshold: [0, 0.33, 0.66] },
    )
    if (frame.current) observer.observe(frame.current)
    const onVisibility = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [frame])
  return isIntersecting && isVisible
}
