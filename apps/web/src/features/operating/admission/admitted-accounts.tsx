import { useQueryClient } from '@tanstack/react-query'
import { normaliseUsername } from '@waggle/contract/names'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { admissionTexts as texts } from '../../../texts/operating/admission.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'

const queryKey = ['operating', 'admission', 'list']

/** Who may broadcast where not everybody may (rule ADMIT-1). */
export function AdmittedAccounts() {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('listAdmitted', { token, signal }),
  })
  const settled = {
    failed: texts.decideFailed,
    onFailure: (sentence: string) => toast(sentence, 'error'),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['operating', 'admission'] }),
  }
  const add = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('admitAccount', { params: { username: input }, token }),
    ...settled,
    onDone(_, username) {
      setTyped('')
      toast(texts.added(username))
    },
  })
  const takeOff = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('withdrawAccount', { params: { username: input }, token }),
    ...settled,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    add.run(normaliseUsername(typed))
  }

  if (!data) {
    const failure = error && errorSentence(error, texts.listFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  return (
    <section className={styles.section} aria-label={texts.list}>
      <h2>{texts.list}</h2>
      <p className={styles.hint}>{data.accounts.length === 0 ? texts.nobodyListed : texts.listHint}</p>
      <ul className={styles.list}>
        {data.accounts.map(({ username, admittedBy, admittedAt }) => (
          <li key={username} className={styles.row}>
            <div className={styles.about}>
              <AccountLink username={username} />
              <span className={styles.hint}>{texts.listedBy(admittedBy, formatDateTime(admittedAt))}</span>
            </div>
            <Button
              size="small"
              disabled={takeOff.isBusy}
              aria-label={texts.takeOffNamed(username)}
              onClick={() => takeOff.run(username)}
            >
              {texts.takeOff}
            </Button>
          </li>
        ))}
      </ul>
      <form className={styles.find} onSubmit={submit}>
        <Field label={texts.account}>
          {(control) => (
            <input
              {...control}
              value={typed}
              maxLength={64}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={add.isBusy || typed.trim() === ''}>
          {texts.add}
        </Button>
      </form>
    </section>
  )
}
