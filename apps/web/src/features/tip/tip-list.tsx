import { useQuery } from '@tanstack/react-query'
import { shownAmount } from '../../lib/amount.ts'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { useSession } from '../../session/session.tsx'
import { tipTexts as texts } from '../../texts/tip.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './tip-list.module.css'

const refreshMs = 10_000

/** The tips the channel was sent, the newest first, and what they add up to. Nothing where the site takes no tips. */
export function TipList({ user }: { user: string }) {
  const site = useSite()
  const { token } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['tips', user],
    enabled: token !== null && site?.tips === true,
    refetchInterval: refreshMs,
    retry: 1,
    queryFn: ({ signal }) => api('listTips', { token: token ?? '', signal }),
  })
  if (!site?.tips) return null

  return (
    <Panel title={texts.listTitle}>
      {!data && !error && <Spinner label={texts.listLoading} />}
      {!data && error && (
        <>
          <ErrorMessage>{texts.listFailed}</ErrorMessage>
          <div>
            <Button onClick={() => void refetch()}>{texts.retry}</Button>
          </div>
        </>
      )}
      {data?.tips.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {data && data.tips.length > 0 && (
        <>
          <p className={styles.totals}>
            {texts.total} <strong>{data.totals.map(shownAmount).join(' · ')}</strong>
          </p>
          <ol className={styles.list} aria-label={texts.listTitle}>
            {data.tips.map(({ id, sender, amount, message, sentAt }) => (
              <li key={id} className={styles.tip}>
                <Avatar username={sender} src={avatarAddress(site, sender)} size={32} />
                <span className={styles.sender}>@{sender}</span>
                <strong className={styles.amount}>{shownAmount(amount)}</strong>
                {message !== '' && <p className={styles.message}>{message}</p>}
                <time className={styles.time} dateTime={new Date(sentAt).toISOString()}>
                  {formatDateTime(sentAt)}
                </time>
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  )
}
