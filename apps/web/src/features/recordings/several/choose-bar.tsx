import type { OwnReplay } from '@waggle/contract/replays/endpoints'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { severalRecordingsTexts as texts } from '../../../texts/streamer/recordings/recordings.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { DeleteSeveralDialog } from './delete-several-dialog.tsx'
import styles from './several.module.css'

/** Chooses all that are listed, and deletes those that are chosen (rule REC-14). */
export function ChooseBar({
  user,
  listed,
  hasMore,
  chosen,
  onChooseAll,
}: {
  user: string
  listed: readonly OwnReplay[]
  /** The server has more than are listed. */
  hasMore: boolean
  /** Of those that are listed. */
  chosen: readonly OwnReplay[]
  onChooseAll: (isChosen: boolean) => void
}) {
  /** What the dialog asks about: it stays the same while the list behind it changes. */
  const [asked, setAsked] = useState<readonly OwnReplay[]>()
  const all = useRef<HTMLInputElement>(null)
  const isAll = chosen.length > 0 && chosen.length === listed.length
  return (
    <div className={styles.bar} data-chosen={chosen.length > 0 || undefined}>
      <label className={styles.all}>
        <input
          ref={(input) => {
            all.current = input
            if (input) input.indeterminate = chosen.length > 0 && !isAll
          }}
          type="checkbox"
          checked={isAll}
          onChange={({ target }) => onChooseAll(target.checked)}
        />
        {hasMore ? texts.chooseListed(listed.length) : texts.chooseAll}
      </label>
      <output className={styles.count}>
        {chosen.length > 0 && <span className="visually-hidden-on-phone">{texts.chosen(chosen.length)}</span>}
      </output>
      {chosen.length > 0 && (
        <Button kind="danger" onClick={() => setAsked(chosen)}>
          <Trash2 size={18} aria-hidden="true" />
          {texts.removeChosen(chosen.length)}
        </Button>
      )}
      {asked && (
        <DeleteSeveralDialog
          user={user}
          chosen={asked}
          onClose={() => {
            setAsked(undefined)
            // The button that opened the dialog goes with what was chosen.
            all.current?.focus()
          }}
        />
      )}
    </div>
  )
}
