import { lengthOf } from '@waggle/contract/clean-text'
import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import { replayLimits as limits } from '@waggle/contract/replays/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { clockText } from '../../../lib/format/clock-text.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { chapterEditorTexts as texts } from '../../../texts/streamer/recordings/chapters.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from './chapters.module.css'

/** Asks for the title of the chapter that has begun at this moment of the own broadcast. */
export function BeginChapterDialog({
  streamId,
  at,
  startedAt,
  onClose,
}: {
  streamId: string
  at: number
  /** Of the broadcast. */
  startedAt: number
  onClose: () => void
}) {
  const [title, setTitle] = useState('')
  const { run, isBusy, failure } = useSessionMutation<string, Chapter>({
    send: ({ token, input }) => api('beginChapter', { params: { streamId }, body: { title: input, at }, token }),
    failed: texts.beginFailed,
    onDone(chapter) {
      toast(texts.begun(chapter.title))
      onClose()
    },
  })
  const length = lengthOf(title.trim())

  function begin(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy) run(title)
  }

  return (
    <Modal title={texts.begin} onClose={onClose}>
      <form className={styles.dialog} onSubmit={begin}>
        <Field
          label={texts.title}
          hint={texts.beginHint(clockText(at - startedAt))}
          aside={`${length} / ${limits.chapterTitleMaxLength}`}
        >
          {(control) => (
            <input
              {...control}
              data-autofocus
              dir="auto"
              autoComplete="off"
              maxLength={2 * limits.chapterTitleMaxLength}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          <Button
            kind="primary"
            type="submit"
            disabled={isBusy || length === 0 || length > limits.chapterTitleMaxLength}
          >
            {texts.beginNow}
          </Button>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </div>
      </form>
    </Modal>
  )
}
