import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@waggle/contract/endpoints'
import { replayLimits as limits } from '@waggle/contract/replays/limits'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../lib/api/api.ts'
import { recordingClock } from '../../../lib/recording/recording-clock.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { chapterEditorTexts as texts } from '../../../texts/streamer/recordings/chapters.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FormEnd } from '../../../ui/forms/form-end.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { type ChapterDraft, chaptersOf, draftsOf, mistakesIn, withChapterAt, withTime } from './chapter-drafts.ts'
import { ChapterRow } from './chapter-row.tsx'
import styles from './chapters.module.css'

/** The chapters of a replay of the own channel, in place: the picture stays in view and can be sought. All are saved together. */
export function ChapterEditor({ replay, onClose }: { replay: Answer<'getReplay'>; onClose: () => void }) {
  const { streamId } = replay
  const queries = useQueryClient()
  const clock = recordingClock(replay)
  const [saved] = useState(() => draftsOf(replay.chapters, clock))
  const [drafts, setDrafts] = useState(saved)
  /** From the first attempt to save on, mistakes are shown. */
  const [isChecked, setChecked] = useState(false)
  const [announced, setAnnounced] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { run, isBusy, failure, clearFailure } = useSessionMutation<ChapterDraft[], Answer<'saveChapters'>>({
    send: ({ token, input }) =>
      api('saveChapters', { params: { streamId }, body: { chapters: chaptersOf(input) }, token }),
    failed: texts.saveFailed,
    onDone({ chapters }) {
      queries.setQueriesData<Answer<'getReplay'> | null>(
        { queryKey: ['replay', streamId] },
        (before) => before && { ...before, chapters },
      )
      toast(texts.saved)
      onClose()
    },
  })

  useEffect(() => {
    // The button that was pressed is gone.
    addButton.current?.focus({ preventScroll: true })
  }, [])

  function edit(changed: ChapterDraft[], announcement = ''): void {
    setDrafts(changed)
    setAnnounced(announcement)
    clearFailure()
  }

  function focusField(key: number, field: 'title' | 'time'): void {
    form.current?.querySelector<HTMLElement>(`[data-key="${key}"] [name="${field}"]`)?.focus()
  }

  function add(): void {
    const [changed, key] = withChapterAt(drafts, clock.shownMs(), clock)
    flushSync(() => edit(changed))
    focusField(key, 'title')
  }

  function remove(draft: ChapterDraft): void {
    flushSync(() =>
      edit(
        drafts.filter((other) => other !== draft),
        texts.removed(draft.title || texts.untitled),
      ),
    )
    addButton.current?.focus({ preventScroll: true })
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (isBusy) return
    const wrong = drafts.find((draft) => mistakesIn(draft, drafts).length > 0)
    setChecked(wrong !== undefined)
    if (wrong) focusField(wrong.key, mistakesIn(wrong, drafts)[0] === 'title' ? 'title' : 'time')
    else run(drafts)
  }

  const isDirty = drafts !== saved
  const mistakesOf = (draft: ChapterDraft) => (isChecked ? mistakesIn(draft, drafts) : [])
  const isWrong = drafts.some((draft) => mistakesOf(draft).length > 0)
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
      <p className={styles.note}>{texts.about(limits.chaptersMax, limits.chapterMinMs / 1000)}</p>
      {drafts.length > 0 && (
        <ol className={styles.list} aria-label={texts.list}>
          {drafts.map((draft, index) => (
            <ChapterRow
              key={draft.key}
              draft={draft}
              place={index + 1}
              mistakes={mistakesOf(draft)}
              onTitle={(title) => edit(drafts.with(index, { ...draft, title }))}
              onTime={(time) => edit(drafts.with(index, withTime(draft, time, clock)))}
              onShow={() => draft.at !== undefined && clock.show(draft.at)}
              onRemove={() => remove(draft)}
            />
          ))}
        </ol>
      )}
      <div className={styles.buttons}>
        <Button ref={addButton} disabled={drafts.length >= limits.chaptersMax} onClick={add}>
          <Plus size={18} aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      <FormEnd isChanged={isDirty} isWrong={isWrong}>
        <Button type="submit" kind="primary" disabled={!isDirty || isBusy || isWrong}>
          {isBusy ? texts.saving : texts.save}
        </Button>
        <Button disabled={isBusy} onClick={onClose}>
          {texts.cancel}
        </Button>
      </FormEnd>
    </form>
  )
}
