import { useState } from 'react'
import { liveCutTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { LiveCutDialog } from './live-cut-dialog.tsx'
import styles from './recordings.module.css'

/** What the channel can do about something in the last minutes that nobody should see. */
export function LiveCut({ streamId }: { streamId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={texts.title}>
      <p className={styles.note}>{texts.hint}</p>
      <div className={styles.buttons}>
        <Button onClick={() => setOpen(true)}>{texts.choose}</Button>
      </div>
      {isOpen && <LiveCutDialog streamId={streamId} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
