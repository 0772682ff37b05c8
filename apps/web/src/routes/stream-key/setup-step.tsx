import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import styles from './stream-key.module.css'

/** A step of the way to a live stream: its number, which becomes a tick, and a panel. */
export function SetupStep({
  isDone,
  isCurrent,
  id,
  children,
}: {
  isDone: boolean
  isCurrent: boolean
  id?: string
  children: ReactNode
}) {
  return (
    <li id={id} className={styles.step} data-done={isDone || undefined} aria-current={isCurrent ? 'step' : undefined}>
      <span className={styles.marker}>{isDone && <Check size={18} role="img" aria-label={texts.stepDone} />}</span>
      <div className={styles.stepBody}>{children}</div>
    </li>
  )
}
