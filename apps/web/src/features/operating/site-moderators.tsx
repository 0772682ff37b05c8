import { useQueryClient } from '@tanstack/react-query'
import { normaliseUsername } from '@waggle/contract/names'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { AccountLink } from './account-link.tsx'
import styles from './operating.module.css'

const queryKey = ['operating', 'moderators']

/** Who runs the site. Operators appoint and dismiss moderators (rule OPERATE-2). */
export function SiteModerators({ isOperator }: { isOperator: boolean }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('listSiteModerators', { token, signal }),
  })
  const appoint = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('appointSiteModerator', { params: { username: input }, token }),
    failed: texts.appointFailed,
    onDone(_, username) {
      setTyped('')
      toast(texts.appointed(username))
    },
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  const dismiss = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('dismissSiteModerator', { params: { username: input }, token }),
    failed: texts.dismissFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    appoint.run(normaliseUsername(typed))
  }

  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.peopleFailed)} onRetry={refetch} />
    )
  }
  return (
    <section className={styles.section} aria-label={texts.tabs.people}>
      <h2>{texts.operators}</h2>
      <p className={styles.hint}>{texts.operatorsHint}</p>
      <ul className={styles.list}>
        {data.operators.map((username) => (
          <li key={username} className={styles.row}>
            <AccountLink username={username} />
          </li>
        ))}
      </ul>
      <h2>{texts.moderators}</h2>
      <p className={styles.hint}>{texts.moderatorsHint}</p>
      {data.moderators.length === 0 && <p>{texts.noModerators}</p>}
      <ul className={styles.list}>
        {data.moderators.map(({ username, appointedBy, appointedAt }) => (
          <li key={username} className={styles.row}>
            <div className={styles.about}>
              <AccountLink username={username} />
              <span className={styles.hint}>{texts.appointedBy(appointedBy, formatDateTime(appointedAt))}</span>
            </div>
            {isOperator && (
              <Button
                size="small"
                disabled={dismiss.isBusy}
                aria-label={texts.dismissNamed(username)}
                onClick={() => dismiss.run(username)}
              >
                {texts.dismiss}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOperator && (
        <form className={styles.find} onSubmit={submit}>
          <Field label={texts.findAccount}>
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
          <Button type="submit" disabled={appoint.isBusy || typed.trim() === ''}>
            {texts.appoint}
          </Button>
        </form>
      )}
    </section>
  )
}
