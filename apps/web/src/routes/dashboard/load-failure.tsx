import { X } from 'lucide-react'
import { useState } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import styles from './dashboard.module.css'

/** The error banner of spec section 2. Once dismissed it stays away until the stream's state cannot be had anew. */
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
