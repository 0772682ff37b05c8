import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import styles from './stream-key.module.css'

/** A step of the way to a live stream: its number, which becomes a tick, and a panel. */
export function SetupStep({
  isDone,
  isCurrent,
  folded,
  id,
  children,
}: {
  isDone: boolean
  isCurrent: boolean
  /** What stands in the place of the panel, which is not needed any more, until it is pressed. */
  folded?: string | false | undefined
  id?: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const isFolded = folded && !isOpen
  useEffect(() => {
    // The button that was pressed has gone.
    if (isOpen) body.current?.focus({ preventScroll: true })
  }, [isOpen])
  return (
    <li id={id} className={styles.step} data-done={isDone || undefined} aria-current={isCurrent ? 'step' : undefined}>
      <span className={styles.marker}>{isDone && <Check size={18} role="img" aria-label={texts.stepDone} />}</span>
      <div ref={body} tabIndex={-1} className={styles.stepBody}>
        {isFolded && (
          <h2 className={styles.folded}>
            <button type="button" aria-expanded="false" onClick={() => setOpen(true)}>
              {folded}
              <ChevronDown size={18} aria-hidden="true" />
            </button>
          </h2>
        )}
        {/* It keeps what was generated in it. */}
        <div hidden={Boolean(isFolded)}>{children}</div>
      </div>
    </li>
  )
}
