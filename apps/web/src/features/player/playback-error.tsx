import { RotateCcw } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { playerTexts as texts } from '../../texts/viewer/player/player.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './player.module.css'
import { PlayerMessage } from './player-message.tsx'

/** Random, so that the viewers of a broken stream do not all retry at the same moment. */
const retryDelayMs = () => 10_000 + Math.random() * 10_000

/** The error state (rule PLAYER-6). When another attempt may succeed, the player also retries by itself. */
export function PlaybackError({
  sentence,
  isRetryUseful,
  onRetry,
  other,
  children,
}: {
  sentence: string | null
  isRetryUseful: boolean
  onRetry: () => void
  other: ReactNode
  /** Said in place of that it is an error. */
  children: ReactNode
}) {
  useEffect(() => {
    if (!isRetryUseful) return
    const timer = setTimeout(onRetry, retryDelayMs())
    return () => clearTimeout(timer)
  }, [isRetryUseful, onRetry])

  if (children) {
    return (
      <div className={styles.center}>
        <Suspense>{children}</Suspense>
      </div>
    )
  }
  return (
    <div className={styles.center}>
      <div className={styles.overlay}>
        <PlayerMessage
          title={sentences.player.title}
          role="alert"
          other={other}
          action={
            <Button onClick={onRetry}>
              <RotateCcw size={18} aria-hidden="true" />
              {texts.retry}
            </Button>
          }
        >
          {sentence}
          {isRetryUseful && (
            <>
              <br />
              {texts.retryingSoon}
            </>
          )}
        </PlayerMessage>
      </div>
    </div>
  )
}
