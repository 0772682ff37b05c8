import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { cutTexts, liveCutTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './recordings.module.css'

const minuteChoices = [1, 2, 5, 10, 30]

/** Takes the last minutes out of what viewers of the running broadcast can rewind. */
export function LiveCutDialog({ streamId, onClose }: { streamId: string; onClose: () => void }) {
  const [minutes, setMinutes] = useState(2)
  const { run, isBusy, failure } = useSessionMutation<number>({
    send: ({ token, input }) => api('cutReplay', { params: { streamId }, body: { lastSeconds: input * 60 }, token }),
    failed: cutTexts.failed,
    onDone(_, cut) {
      toast(texts.done(cut))
      onClose()
    },
  })
  return (
    <Modal title={texts.title} onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.note}>{texts.hint}</p>
        <Field label={texts.howMuch}>
          {(control) => (
            <select {...control} value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
              {minuteChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {texts.minutes(choice)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p>{texts.question(minutes)}</p>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          <Button kind="danger" disabled={isBusy} onClick={() => run(minutes)}>
            {cutTexts.cut}
          </Button>
          <Button onClick={onClose}>{cutTexts.cancel}</Button>
        </div>
      </div>
    </Modal>
  )
}
