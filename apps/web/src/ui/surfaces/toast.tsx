import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { createStore } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import styles from './toast.module.css'

interface Toast {
  id: number
  text: string
  tone: 'success' | 'error'
}

const displayMs = 4000
const store = createStore<{ toasts: readonly Toast[]; regions: readonly string[] }>({ toasts: [], regions: [] })
let lastId = 0

/** Shows a sentence for a few seconds and announces it to screen readers. */
export function toast(text: string, tone: Toast['tone'] = 'success'): void {
  const id = ++lastId
  store.setState({ toasts: [...store.getState().toasts.slice(-2), { id, text, tone }] })
  setTimeout(() => store.setState({ toasts: store.getState().toasts.filter((entry) => entry.id !== id) }), displayMs)
}

/**
 * The live region that shows toasts. It is in the page from the start, because screen readers would miss the first toast otherwise.
 * Everything outside a modal dialog is inert, so a dialog has its own region. Toasts appear in the one that was mounted last.
 */
export function ToastRegion() {
  const { toasts, regions } = useStore(store)
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    store.setState({ regions: [...store.getState().regions, id] })
    return () => store.setState({ regions: store.getState().regions.filter((other) => other !== id) })
  }, [id])

  useEffect(() => {
    // A popover is above dialogs and fullscreen elements. In browsers without popovers the region is only above the page.
    const raise = () => {
      if (!ref.current?.showPopover) return
      if (ref.current.matches(':popover-open')) ref.current.hidePopover()
      ref.current.showPopover()
    }
    raise()
    document.addEventListener('fullscreenchange', raise)
    return () => document.removeEventListener('fullscreenchange', raise)
  }, [])

  return (
    <div ref={ref} className={styles.region} popover="manual" role="status" aria-live="polite">
      {(regions.at(-1) === id ? toasts : []).map(({ id, text, tone }) => (
        <div key={id} className={`${styles.toast} ${styles[tone]}`}>
          {tone === 'success' ? (
            <CircleCheck size={20} aria-hidden="true" />
          ) : (
            <CircleAlert size={20} aria-hidden="true" />
          )}
          {text}
        </div>
      ))}
    </div>
  )
}
