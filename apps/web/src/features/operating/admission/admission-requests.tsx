import { useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDate, formatDateTime } from '../../../lib/format/format.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { admissionTexts as texts } from '../../../texts/admission/broadcasters.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'
import own from './admission.module.css'
import { useAdmissionRequests } from './use-admission-requests.ts'

/** Who asks to broadcast, the longest waiting first (rule ADMIT-2). */
export function AdmissionRequests() {
  const site = useSite()
  const queries = useQueryClient()
  const { data, error, refetch } = useAdmissionRequests()
  const decide = useSessionMutation({
    send: ({ token, input }: { token: string; input: { username: string; isApproved: boolean } }) =>
      api('decideAdmissionRequest', {
        params: { username: input.username },
        body: { isApproved: input.isApproved },
        token,
      }),
    failed: texts.decideFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['operating', 'admission'] }),
  })
  if (!data) {
    const failure = error && errorSentence(error, texts.requestsFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  return (
    <Panel title={texts.requests}>
      {data.requests.length === 0 && <p className={styles.hint}>{texts.noRequests}</p>}
      {data.requests.length > 0 && data.isIdle && <p className={styles.hint}>{texts.requestsIdle}</p>}
      <ul className={styles.list}>
        {data.requests.map(({ username, text, requestedAt, accountCreatedAt, reputation }) => (
          <li key={username} className={own.request}>
            <Avatar username={username} src={avatarAddress(site, username)} size={28} />
            <div className={styles.about}>
              <AccountLink username={username} />
              <p className={styles.facts}>
                <span>{texts.askedAt(formatDateTime(requestedAt))}</span>
                {accountCreatedAt === null ? (
                  <span>{texts.unknown}</span>
                ) : (
                  <span>{texts.since(formatDate(accountCreatedAt))}</span>
                )}
                {reputation !== null && <span>{texts.hasReputation(Math.floor(reputation))}</span>}
              </p>
              {text !== '' && <p className={own.text}>{text}</p>}
            </div>
            <div className={styles.buttons}>
              <Button
                size="small"
                disabled={decide.isBusy}
                aria-label={texts.approveNamed(username)}
                onClick={() => decide.run({ username, isApproved: true })}
              >
                <Check size={16} aria-hidden="true" />
                {texts.approve}
              </Button>
              <Button
                kind="quiet"
                size="small"
                disabled={decide.isBusy}
                aria-label={texts.declineNamed(username)}
                onClick={() => decide.run({ username, isApproved: false })}
              >
                <X size={16} aria-hidden="true" />
                {texts.decline}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {!data.isComplete && <p className={styles.hint}>{texts.moreRequests}</p>}
    </Panel>
  )
}
