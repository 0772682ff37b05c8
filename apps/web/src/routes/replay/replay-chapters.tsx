import type { Answer } from '@waggle/contract/endpoints'
import { Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ChapterList } from '../../features/replays/chapters/chapter-list.tsx'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { chapterTexts as texts } from '../../texts/viewer/replay/chapters.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './replay.module.css'

// For the channel alone.
const ChapterEditor = lazyOverlay(
  async () => (await import('../../features/recordings/chapters/chapter-editor.tsx')).ChapterEditor,
)

/** What begins where in a replay (rule CHAPTER-6). Its channel edits it here, beside the picture. */
export function ReplayChapters({ replay, isOwn }: { replay: Answer<'getReplay'>; isOwn: boolean }) {
  const [isEditing, setEditing] = useState(false)
  const headingId = useId()
  const editButton = useRef<HTMLButtonElement>(null)
  const { chapters, startedAt, endedAt, picturePath } = replay
  if (chapters.length === 0 && !isOwn) return null

  function close(): void {
    flushSync(() => setEditing(false))
    editButton.current?.focus({ preventScroll: true })
  }

  return (
    <section className={styles.chapters} aria-labelledby={headingId}>
      <div className={styles.chaptersHead}>
        <h2 id={headingId} className={styles.chaptersTitle}>
          {texts.title}
        </h2>
        {isOwn && !isEditing && (
          <Button ref={editButton} size="small" onClick={() => setEditing(true)}>
            {chapters.length === 0 ? texts.add : texts.edit}
          </Button>
        )}
      </div>
      {isEditing ? (
        <Suspense>
          <ChapterEditor replay={replay} onClose={close} />
        </Suspense>
      ) : chapters.length === 0 ? (
        <p className={styles.noChapters}>{texts.none}</p>
      ) : (
        <ChapterList {...{ chapters, startedAt, endedAt, picturePath }} labelledBy={headingId} />
      )}
    </section>
  )
}
