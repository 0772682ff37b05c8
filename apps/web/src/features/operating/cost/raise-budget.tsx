import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { costTexts as texts } from '../../../texts/operating/cost.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from '../operating.module.css'

/** Adds to the budget of today. */
export function RaiseBudget({ onRaised }: { onRaised: () => void }) {
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const gigabytes = Number(typed.replace(',', '.'))
  const isValid = Number.isFinite(gigabytes) && gigabytes > 0 && gigabytes <= 1_000_000
  const raise = useSessionMutation({
    send: ({ token, input }: { token: string; input: { gigabytes: number; note: string } }) =>
      api('raiseEgressBudget', { body: input, token }),
    failed: texts.raiseFailed,
    onDone() {
      setTyped('')
      setNote('')
      toast(texts.raised)
    },
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: onRaised,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    raise.run({ gigabytes, note })
  }

  return (
    <Panel title={texts.raise}>
      <form className={styles.section} onSubmit={submit}>
        <div className={styles.fields}>
          <Field label={texts.raiseBy}>
            {(control) => (
              <input
                {...control}
                value={typed}
                inputMode="decimal"
                maxLength={12}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <Field label={texts.note}>
            {(control) => (
              <input {...control} value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
            )}
          </Field>
        </div>
        <div>
          <Button type="submit" disabled={raise.isBusy || !isValid}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
