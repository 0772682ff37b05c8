import { limits } from '@waggle/contract/limits'
import type { OwnReplay } from '@waggle/contract/replays/endpoints'
import { type FormEvent, useState } from 'react'
import { clockText } from '../../lib/format/clock-text.ts'
import { recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { RecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import styles from './recordings.module.css'

/** A recording has a picture about so often (rule REC-11). */
const pictureIntervalMs = 30_000

/** The title of a recording, and the picture that stands for it. */
export function EditDialog({
  recording: { username, title, picturePath, pictureAt, startedAt, endedAt },
  onSave,
  onClose,
}: {
  recording: OwnReplay
  onSave: (changed: { title: string; pictureAt?: number }) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState(title)
  const [at, setAt] = useState(pictureAt)

  function save(event: FormEvent): void {
    event.preventDefault()
    onSave({ title: typed, ...(at !== pictureAt && { pictureAt: at }) })
  }

  return (
    <Modal title={texts.edit} onClose={onClose}>
      <form className={styles.dialog} onSubmit={save}>
        <Field label={texts.title} hint={texts.titleHint} aside={`${typed.length} / ${limits.titleMaxLength}`}>
          {(control) => (
            <input
              {...control}
              maxLength={limits.titleMaxLength}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        {picturePath !== null && (
          <>
            <div className={styles.picture} aria-hidden="true">
              <RecordedPicture username={username} path={picturePath.replace(/at=\d+/, `at=${at}`)} />
            </div>
            <Field label={texts.picture} hint={texts.pictureHint} aside={clockText(at - startedAt)}>
              {({ className: _, ...control }) => (
                <input
                  {...control}
                  type="range"
                  min={startedAt}
                  max={endedAt}
                  step={Math.min(pictureIntervalMs, (endedAt - startedAt) / 2)}
                  aria-valuetext={clockText(at - startedAt)}
                  value={at}
                  onChange={({ target }) => setAt(Math.round(target.valueAsNumber))}
                />
              )}
            </Field>
          </>
        )}
        <div className={styles.buttons}>
          <Button kind="primary" type="submit">
            {texts.save}
          </Button>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </div>
      </form>
    </Modal>
  )
}
