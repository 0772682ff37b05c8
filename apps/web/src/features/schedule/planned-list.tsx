import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import { Pencil, Trash2 } from 'lucide-react'
import { formatTime, formatWeekday, formatWeekdayAlone } from '../../lib/format/format.ts'
import { formatWeekly } from '../../lib/format/weekly-time.ts'
import { categoryText } from '../../texts/contract/choices.ts'
import { scheduleEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { endText } from './end-text.ts'
import styles from './schedule-editor.module.css'

/** What the streamer has planned, the next one first, each with the buttons that edit it and take it back. */
export function PlannedList({
  planned,
  editedKey,
  onEdit,
  onRemove,
}: {
  planned: readonly PlannedBroadcast[]
  /** The one that is in the form. */
  editedKey: string | undefined
  onEdit: (broadcast: PlannedBroadcast) => void
  onRemove: (broadcast: PlannedBroadcast) => void
}) {
  const inOrder = planned.toSorted((one, other) => one.startTime - other.startTime)
  return (
    <ol className={styles.list} aria-label={texts.list}>
      {inOrder.map((broadcast) => {
        const key = keyOf(broadcast)
        const { startTime, isWeekly, title, category } = broadcast
        const isEdited = key === editedKey
        return (
          <li key={key} className={styles.row} aria-current={isEdited ? 'true' : undefined}>
            <div className={styles.what}>
              <span className={styles.day}>{formatWeekdayAlone(startTime)}</span>
              <span className="visually-hidden">, </span>
              <span className={styles.clock}>
                {formatTime(startTime)}
                {endText(broadcast)}
              </span>
              <span className={styles.title} data-none={title === '' || undefined}>
                {title || texts.noTitle}
              </span>
              {(isWeekly || category !== null) && (
                <span className={styles.about}>
                  {category !== null && <span>{categoryText(category)}</span>}
                  {isWeekly && <span className={styles.weekly}>{texts.everyWeek}</span>}
                </span>
              )}
            </div>
            {isEdited ? (
              <span className={styles.editing}>{texts.editing}</span>
            ) : (
              <>
                <IconButton
                  id={editButtonId(key)}
                  label={texts.edit(whatIsPlanned(broadcast))}
                  onClick={() => onEdit(broadcast)}
                >
                  <Pencil size={18} aria-hidden="true" />
                </IconButton>
                <IconButton label={texts.remove(whatIsPlanned(broadcast))} onClick={() => onRemove(broadcast)}>
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              </>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** No two that a channel plans are the same. */
export function keyOf({ startTime, isWeekly, title }: PlannedBroadcast): string {
  return `${startTime} ${isWeekly} ${title}`
}

/** The button that edits a broadcast, which has the focus again when nothing was edited. */
export function editButtonId(key: string): string {
  return `edit ${key}`.replace(/\s/g, '-')
}

function whenIsPlanned({ startTime, isWeekly }: PlannedBroadcast): string {
  return isWeekly ? texts.weekly(formatWeekly(startTime)) : formatWeekday(startTime)
}

/** In words, as its title alone may be that of several. */
export function whatIsPlanned(broadcast: PlannedBroadcast): string {
  const when = whenIsPlanned(broadcast)
  return broadcast.title === '' ? when : `${when}, ${broadcast.title}`
}
