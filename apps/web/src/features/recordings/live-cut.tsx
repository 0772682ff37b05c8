import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { cutTexts, liveCutTexts as texts } from '../../texts/streamer/recordings.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './recordings.module.css'

const minuteChoices = [1, 2, 5, 10, 30]

/** Takes the last minutes out of what viewers of the running broadcast can rewind. */
export function LiveCut({ streamId }: { streamId: string }) {
  const [minutes, setMinutes] = useState(2)
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy } = useSessionMutation<number>({
    send: ({ token, input }) => api('cutReplay', { params: { streamId }, body: { lastSeconds: input * 60 }, token }),
    failed: cutTexts.failed,
    onDone: (_, cut) => toast(texts.done(cut)),
    onFailure: (sentence) => toast(sentence, 'error'),
  })
  return (
    <Panel title={texts.title}>
      <div className={styles.settings}>
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
        <div className={styles.buttons}>
          <Button kind="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {cutTexts.cut}
          </Button>
        </div>
      </div>
      {isAsking && (
        <Modal title={texts.title} onClose={() => setAsking(false)}>
          <div className={styles.dialog}>
            <p>{texts.question(minutes)}</p>
            <div className={styles.buttons}>
              <Button
                kind="danger"
                onClick={() => {
                  setAsking(false)
                  run(minutes)
                }}
              >
                {cutTexts.cut}
              </Button>
              <Button onClick={() => setAsking(false)}>{cutTexts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </Panel>
  )
}
