import { admissionLimits } from '@waggle/contract/admission/limits'
import type { AddedMemberOutcome } from '@waggle/contract/admission/member-endpoints'
import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { memberTexts as texts } from '../../../texts/admission/members.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from '../operating.module.css'
import own from './many-members.module.css'
import { namesIn } from './names-in.ts'

const icons = {
  added: CircleCheck,
  member: CircleMinus,
  not_found: TriangleAlert,
  malformed: TriangleAlert,
  list_full: TriangleAlert,
} satisfies Record<AddedMemberOutcome, unknown>

/** Makes the accounts of a pasted list members. Each name is answered, and those that were not added stay in the field. */
export function ManyMembers({ onAdded }: { onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [results, setResults] = useState<readonly { given: string; outcome: AddedMemberOutcome }[]>([])
  const most = admissionLimits.membersAtOnce
  const names = namesIn(typed)
  const { run, isBusy, failure, clearFailure } = useSessionMutation<string[], { results: typeof results }>({
    send: ({ token, input }) => api('addMembers', { body: { usernames: input, note }, token }),
    failed: texts.changeFailed,
    onDone({ results: answered }) {
      setResults(answered)
      const left = answered.filter(({ outcome }) => outcome !== 'added' && outcome !== 'member')
      setTyped(left.map(({ given }) => given).join('\n'))
      onAdded()
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run(names)
  }

  if (!isOpen) {
    return (
      <div className={own.closed}>
        <Button onClick={() => setOpen(true)}>{texts.many}</Button>
      </div>
    )
  }
  return (
    <form className={styles.account} onSubmit={submit}>
      <h3>{texts.many}</h3>
      <Field label={texts.manyNames} hint={texts.manyHint(most)}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            value={typed}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value)
              clearFailure()
            }}
          />
        )}
      </Field>
      <Field label={texts.manyNote}>
        {(control) => (
          <input
            {...control}
            value={note}
            maxLength={admissionLimits.memberNoteMaxLength}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {names.length > most && <ErrorMessage>{texts.tooMany(names.length, most)}</ErrorMessage>}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div>
        <Button type="submit" disabled={isBusy || names.length === 0 || names.length > most}>
          {names.length === 0 ? texts.add : texts.manyAdd(names.length)}
        </Button>
      </div>
      <div role="status">
        {results.length > 0 && (
          <ul className={own.results} aria-label={texts.manyResults}>
            {results.map(({ given, outcome }) => {
              const Icon = icons[outcome]
              return (
                <li key={given} className={own.result} data-outcome={outcome}>
                  <Icon size={16} aria-hidden="true" />
                  <span>
                    <strong>{given}</strong> {texts.outcomes[outcome]}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </form>
  )
}
