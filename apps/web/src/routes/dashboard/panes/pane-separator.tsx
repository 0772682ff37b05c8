import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { paneLimits, paneSizes } from './pane-sizes.ts'
import styles from './panes.module.css'

const stepPx = 16

/** Between two panes: dragged, or moved with the arrow keys, it resizes the one on its right (WAI-ARIA, 'Window Splitter'). */
export function PaneSeparator({ pane, label }: { pane: keyof typeof paneLimits; label: string }) {
  const width = useStore(paneSizes)[pane]
  const { min, max } = paneLimits[pane]
  const drag = useRef<{ fromX: number; width: number }>(undefined)
  const resize = (wanted: number) => paneSizes.setState({ [pane]: Math.round(Math.min(max, Math.max(min, wanted))) })

  function start(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    // In a narrow window the pane is smaller than it was made.
    const shown = event.currentTarget.nextElementSibling?.getBoundingClientRect().width
    drag.current = { fromX: event.clientX, width: shown ?? width }
  }

  function move(event: PointerEvent): void {
    if (drag.current) resize(drag.current.width + drag.current.fromX - event.clientX)
  }

  function moveByKey(event: KeyboardEvent): void {
    const wanted = { ArrowLeft: width + stepPx, ArrowRight: width - stepPx, Home: min, End: max }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.separator}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = undefined
      }}
      onPointerCancel={() => {
        drag.current = undefined
      }}
      onKeyDown={moveByKey}
    />
  )
}
