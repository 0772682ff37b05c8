import { X } from 'lucide-react'
import { useState } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard/dashboard.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import styles from './dashboard.module.css'

/** The error banner (rule DASH-5). Once dismissed it stays hidden until the next failure after a success. */
export function LoadFailure({ isFailing }: { isFailing: boolean }) {
  const [isDismissed, setDismissed] = useState(false)
  if (!isFailing && isDismissed) setDismissed(false)
  if (!isFailing || isDismissed) return null
  return (
    <div className={styles.banner}>
      <ErrorMessage>{sentences.dashboard.loadFailed}</ErrorMessage>
      <IconButton label={texts.dismiss} onClick={() => setDismissed(true)}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
