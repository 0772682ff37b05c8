import { replayLimits as limits } from '@waggle/contract/replays/limits'
import { Play, Trash2 } from 'lucide-react'
import { chapterEditorTexts as texts } from '../../../texts/streamer/recordings/chapters.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import type { ChapterDraft, ChapterMistake } from './chapter-drafts.ts'
import styles from './chapters.module.css'

/** One chapter in the form: time, title and its actions. */
export function ChapterRow({
  draft: { key, title, time },
  place,
  mistakes,
  onTitle,
  onTime,
  onShow,
  onRemove,
}: {
  draft: ChapterDraft
  /** From 1 on. */
  place: number
  /** What is wrong, each below its field. */
  mistakes: readonly ChapterMistake[]
  onTitle: (title: string) => void
  onTime: (time: string) => void
  onShow: () => void
  onRemove: () => void
}) {
  const name = title.trim() || texts.untitled
  return (
    <li className={styles.row} data-key={key}>
      <input
        name="time"
        className={styles.time}
        aria-label={texts.timeOf(place)}
        placeholder="0:00"
        autoComplete="off"
        maxLength={12}
        aria-invalid={mistakes.some((mistake) => mistake !== 'title')}
        value={time}
        onChange={({ target }) => onTime(target.value)}
      />
      <input
        name="title"
        className={styles.title}
        aria-label={texts.titleOf(place)}
        placeholder={texts.title}
        dir="auto"
        autoComplete="off"
        maxLength={2 * limits.chapterTitleMaxLength}
        aria-invalid={mistakes.includes('title')}
        value={title}
        onChange={({ target }) => onTitle(target.value)}
      />
      <IconButton label={texts.show(name)} onClick={onShow}>
        <Play size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={texts.remove(name)} onClick={onRemove}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
      {mistakes.map((mistake) => (
        <p key={mistake} className={styles.mistake} role="alert" data-field={mistake === 'title' ? 'title' : 'time'}>
          {texts.wrong[mistake](limits.chapterTitleMaxLength, limits.chapterMinMs / 1000)}
        </p>
      ))}
    </li>
  )
}
