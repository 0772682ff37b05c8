import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Beside } from '../../../ui/surfaces/beside.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from '../operating.module.css'
import { AccountForm } from './account-form.tsx'
import { AccountList } from './account-list.tsx'
import { siteModeratorsKey, useSiteModerators } from './use-site-moderators.ts'

/** Who runs the site. Operators appoint and dismiss moderators (rule OPERATE-2). */
export function SiteModerators({ isOperator }: { isOperator: boolean }) {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: siteModeratorsKey })
  const { data, error, refetch } = useSiteModerators()
  const appoint = useSessionMutation({
    send: ({ token, input }: { token: string; input: { username: string; clear: () => void } }) =>
      api('appointSiteModerator', { params: { username: input.username }, token }),
    failed: texts.appointFailed,
    onDone(_, { username, clear }) {
      clear()
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

  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.peopleFailed)} onRetry={refetch} />
    )
  }
  return (
    <Beside
      aside={
        <Panel title={texts.operators}>
          <p className={styles.hint}>{texts.operatorsHint}</p>
          <AccountList accounts={data.operators.map((username) => ({ username }))} />
        </Panel>
      }
    >
      <Panel isMain title={texts.moderators}>
        <p className={styles.hint}>{texts.moderatorsHint}</p>
        {data.moderators.length === 0 && <p>{texts.noModerators}</p>}
        <AccountList
          accounts={data.moderators.map(({ username, appointedBy, appointedAt }) => ({
            username,
            about: texts.appointedBy(appointedBy, formatDate(appointedAt)),
          }))}
          {...(isOperator && {
            remove: { label: texts.dismiss, labelOf: texts.dismissNamed, isBusy: dismiss.isBusy, run: dismiss.run },
          })}
        />
        {isOperator && (
          <AccountForm
            title={texts.appointOne}
            action={texts.appoint}
            listed={[...data.operators, ...data.moderators.map(({ username }) => username)]}
            isBusy={appoint.isBusy}
            onSubmit={(username, clear) => appoint.run({ username, clear })}
          />
        )}
      </Panel>
    </Beside>
  )
}
