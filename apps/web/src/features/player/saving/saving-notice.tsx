import { X } from 'lucide-react'
import { useState } from 'react'
import { savingTexts as texts } from '../../../texts/viewer/player/saving.ts'
import styles from './saving.module.css'

type Notice = keyof typeof texts.notices

/** Tells the viewer once what the site does to keep to its budget; a further step is told again. */
export function SavingNotice({ step }: { step: string }) {
  const [closed, setClosed] = useState<string>()
  const text = step in texts.notices ? texts.notices[step as Notice] : undefined
  if (text === undefined || text === closed) return null
  return (
    <p className={styles.notice} role="status">
      {text}
      <button type="button" className={styles.close} aria-label={texts.close} onClick={() => setClosed(text)}>
        <X size={16} aria-hidden="true" />
      </button>
    </p>
  )
}
