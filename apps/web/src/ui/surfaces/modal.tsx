import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { siteTexts } from '../../texts/site.ts'
import { IconButton } from '../forms/button.tsx'
import { useSheetDrag } from '../popover/use-sheet-drag.ts'
import styles from './modal.module.css'
import { ToastRegion } from './toast.tsx'

/**
 * A native modal dialog: the browser traps the focus, makes the rest of the page inert and restores the focus on closing. On a phone it
 * is a sheet, which can be dragged down. While `canClose` is false, Escape, the backdrop and the close button do nothing. A dialog that
 * `opensByItself` takes the focus without giving it to a button: the user may be typing, and the next Enter or space must not press
 * anything. One that `isWide` has room for two columns.
 */
export function Modal({
  title,
  canClose = true,
  opensByItself = false,
  isWide = false,
  onClose,
  children,
}: {
  title: string
  canClose?: boolean
  opensByItself?: boolean
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const drag = useSheetDrag(ref, onClose)

  // A layout effect, so that the dialog opens before the toast region inside it, which must be on top.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // `showModal` focuses the first button, which closes the dialog.
    const first = opensByItself ? null : dialog?.querySelector<HTMLElement>('[data-autofocus]')
    ;(first ?? dialog)?.focus()
    return () => dialog?.close()
  }, [opensByItself])

  return (
    <dialog
      ref={ref}
      className={styles.modal}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        if (canClose) onClose()
      }}
      onKeyDown={(event) => {
        // Chromium closes a dialog on the second Escape even when its cancel event was prevented.
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (canClose) onClose()
      }}
      onMouseDown={(event) => {
        if (canClose && event.target === ref.current) onClose()
      }}
    >
      <div className={styles.content}>
        <div className={styles.header} {...(canClose && drag)}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={siteTexts.close} disabled={!canClose} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </div>
      <ToastRegion />
    </dialog>
  )
}
