import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { admissionTexts as texts } from '../../../texts/admission/broadcasters.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountForm } from '../accounts/account-form.tsx'
import { AccountList } from '../accounts/account-list.tsx'
import styles from '../operating.module.css'
import { useAdmitted } from './use-admitted.ts'

/** Who may broadcast where not everybody may (rule ADMIT-1). */
export function AdmittedAccounts() {
  const queries = useQueryClient()
  const { data, error, refetch } = useAdmitted()
  const settled = {
    failed: texts.decideFailed,
    onFailure: (sentence: string) => toast(sentence, 'error'),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['operating', 'admission'] }),
  }
  const add = useSessionMutation({
    send: ({ token, input }: { token: string; input: { username: string; clear: () => void } }) =>
      api('admitAccount', { params: { username: input.username }, token }),
    ...settled,
    onDone(_, { username, clear }) {
      clear()
      toast(texts.added(username))
    },
  })
  const takeOff = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('withdrawAccount', { params: { username: input }, token }),
    ...settled,
  })

  if (!data) {
    const failure = error && errorSentence(error, texts.listFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  return (
    <Panel title={texts.list}>
      <p className={styles.hint}>{data.accounts.length === 0 ? texts.nobodyListed : texts.listHint}</p>
      <AccountList
        accounts={data.accounts.map(({ username, admittedBy, admittedAt }) => ({
          username,
          about: texts.listedBy(admittedBy, formatDate(admittedAt)),
        }))}
        remove={{ label: texts.takeOff, labelOf: texts.takeOffNamed, isBusy: takeOff.isBusy, run: takeOff.run }}
      />
      <AccountForm
        title={texts.addOne}
        action={texts.add}
        listed={data.accounts.map(({ username }) => username)}
        isBusy={add.isBusy}
        onSubmit={(username, clear) => add.run({ username, clear })}
      />
    </Panel>
  )
}
