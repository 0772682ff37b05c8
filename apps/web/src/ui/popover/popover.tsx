import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { siteTexts } from '../../texts/site.ts'
import { IconButton } from '../forms/button.tsx'
import { ToastRegion } from '../surfaces/toast.tsx'
import { placePopover } from './place-popover.ts'
import styles from './popover.module.css'
import { useSheetDrag } from './use-sheet-drag.ts'

/** Over less room than this a popover would have to scroll. */
const lowestFloor = 480

/**
 * What a control opens below itself: a user's card, sharing, a tip, who is here; or in the middle of the window, what is edited. The page
 * stays usable. On a phone it is a sheet at the bottom, over a dimmed page. Rendering it opens it; Escape, a press outside, the cross and
 * dragging the sheet down ask to close it. The focus then returns to where it was.
 */
export function Popover({
  title,
  anchor,
  above,
  hasHeading = true,
  isWide = false,
  isEditor = false,
  isInPlace = false,
  isPassive = false,
  onClose,
  children,
}: {
  /** The accessible name. */
  title: string
  /** What opened it. A press on it is left to its own handler, which would otherwise open it again. */
  anchor: RefObject<HTMLElement | null>
  /** What it does not cover in a window that is high enough. */
  above?: RefObject<HTMLElement | null>
  /** False where the content begins with a heading of its own; the cross is then beside it. */
  hasHeading?: boolean
  /** For a form with fields beside each other, in the middle. */
  isWide?: boolean
  /** As wide as a dialog, with the same head and in the same place: for what is edited in it. */
  isEditor?: boolean
  /** Stands over the line that the anchor is in, without a head: for a word or two that are edited there. */
  isInPlace?: boolean
  /** Leaves the focus where it is: for what opens by hovering, while someone may be typing. */
  isPassive?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isSheet = useIsPhone()
  const placement = isWide || isEditor ? 'middle' : isInPlace ? 'over' : 'below'
  const hasHead = isSheet || !isInPlace
  const hasTitle = hasHead && hasHeading
  const drag = useSheetDrag(ref, onClose)

  // A layout effect, so that it is open before the toast region inside it, which must be on top.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    if (isSheet) dialog.showModal()
    else if (dialog.showPopover) dialog.showPopover()
    else dialog.show()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
    // Browsers give the focus to a dialog as they show it.
    if (isPassive && !isSheet) (before as HTMLElement | null)?.focus({ preventScroll: true })
    else (first ?? dialog).focus({ preventScroll: true })
    return () => {
      const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body
      if (dialog.matches(':popover-open')) dialog.hidePopover()
      else dialog.close()
      if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [isSheet, isPassive])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (isSheet || !dialog) return
    // Of its style sheet: over a column it gets another one.
    const ownWidth = dialog.offsetWidth
    const place = () => {
      // The last place, when the anchor has scrolled out of a list that removes such rows.
      const stoodFor = isInPlace ? anchor.current?.parentElement : anchor.current
      if (!stoodFor?.isConnected) return
      dialog.style.minHeight = ''
      // The height of what is in it, also where that is cut off. Without the limit it would scroll back to its beginning.
      const size = { width: ownWidth, height: dialog.scrollHeight }
      const floor = above?.current?.getBoundingClientRect().top ?? innerHeight
      const height = floor < lowestFloor ? innerHeight : floor
      const view = { width: document.documentElement.clientWidth, height }
      const { left, top, width, maxHeight, minHeight, originX, originY, isInColumn } = placePopover(
        stoodFor.getBoundingClientRect(),
        size,
        view,
        placement,
        document.querySelector('[data-player-controls]')?.getBoundingClientRect(),
        columnBelowHead(),
      )
      Object.assign(dialog.style, {
        ...{ left: `${left}px`, top: `${top}px` },
        ...{ width: `${width}px`, maxHeight: `${maxHeight}px`, minHeight: `${minHeight}px` },
      })
      dialog.toggleAttribute('data-in-column', isInColumn)
      dialog.style.transformOrigin = `${originX}px ${originY}px`
    }
    place()
    const resized = new ResizeObserver(place)
    resized.observe(dialog)
    addEventListener('resize', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place, { capture: true })
      dialog.removeAttribute('style')
      dialog.removeAttribute('data-in-column')
    }
  }, [isSheet, anchor, above, placement, isInPlace])

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const { target } = event
      if (!(target instanceof Node) || ref.current?.contains(target) || anchor.current?.contains(target)) return
      if (!isInDialogAbove(event, ref.current)) onClose()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isInDialogAbove(event, ref.current)) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey)
    }
  }, [anchor, onClose])

  const close = (
    <IconButton label={siteTexts.close} onClick={onClose}>
      <X size={20} aria-hidden="true" />
    </IconButton>
  )
  return (
    <dialog
      ref={ref}
      popover={isSheet ? undefined : 'manual'}
      tabIndex={-1}
      className={`${styles.popover} ${isSheet ? styles.sheet : isWide ? styles.wide : isEditor ? styles.editor : ''}`}
      aria-labelledby={hasTitle ? titleId : undefined}
      aria-label={hasTitle ? undefined : title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        // The dimmed page around a sheet belongs to the dialog's element.
        if (isSheet && event.target === ref.current) onClose()
      }}
    >
      <div className={styles.content}>
        {hasHead && (
          <div className={hasHeading ? styles.header : styles.corner} {...drag}>
            {hasHeading && (
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
            )}
            {close}
          </div>
        )}
        {children}
      </div>
      <ToastRegion />
    </dialog>
  )
}

/** The column that a popover over it looks like a part of. Its first child is its head, which stays in view. */
function columnBelowHead(): DOMRect | undefined {
  const column = document.querySelector('[data-popover-column]')
  if (!column?.firstElementChild) return undefined
  const { left, width, bottom } = column.getBoundingClientRect()
  const top = column.firstElementChild.getBoundingClientRect().bottom
  return new DOMRect(left, top, width, bottom - top)
}

/** Whether something happened in another dialog, which was opened from here, such as a wallet's in its shadow tree. */
function isInDialogAbove(event: Event, own: HTMLDialogElement | null): boolean {
  return event.composedPath().some((target) => target instanceof HTMLDialogElement && target !== own)
}
