import { CircleAlert, CircleCheck } from 'lucide-react'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/use-store.ts'
import styles from './toast.module.css'

interface Toast {
  id: number
  text: string
  tone: 'success' | 'error'
}

const displayMs = 4000
const store = createStore<{ toasts: readonly Toast[] }>({ toasts: [] })
let lastId = 0

/** Says a sentence for a few seconds, to eyes and to screen readers. */
export function toast(text: string, tone: Toast['tone'] = 'success'): void {
  const id = ++lastId
  store.setState({ toasts: [...store.getState().toasts.slice(-2), { id, text, tone }] })
  setTimeout(() => store.setState({ toasts: store.getState().toasts.filter((entry) => entry.id !== id) }), displayMs)
}

/** Where toasts appear. It stands in the page from the start, or screen readers would miss the first one. */
export function ToastRegion() {
  const { toasts } = useStore(store)
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map(({ id, text, tone }) => (
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
