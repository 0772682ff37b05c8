import { shownAmount } from '../../lib/format/amount.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { tipListTexts as texts } from '../../texts/streamer/tips.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './tip-list.module.css'
import { useTips } from './use-tips.ts'

/** The tips that the channel received, newest first, and their totals. Absent on a site without tips. */
export function TipList({ user }: { user: string }) {
  const site = useSite()
  const { data, error, refetch } = useTips(user)
  if (!site?.tips) return null

  return (
    <Panel title={texts.title}>
      {!data && <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />}
      {data?.tips.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {data && data.tips.length > 0 && (
        <>
          <p className={styles.totals}>
            {texts.total} <strong>{data.totals.map(shownAmount).join(' · ')}</strong>
          </p>
          <ol className={styles.list} aria-label={texts.title}>
            {data.tips.map(({ id, sender, amount, message, sentAt }) => (
              <li key={id} className={styles.tip}>
                <Avatar username={sender} src={avatarAddress(site, sender)} size={32} />
                <span className={styles.sender}>@{sender}</span>
                <strong className={styles.amount}>{shownAmount(amount)}</strong>
                {message !== '' && (
                  <p dir="auto" className={styles.message}>
                    {message}
                  </p>
                )}
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
