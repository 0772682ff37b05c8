import { api } from '../../../lib/api/api.ts'
import { viewersText } from '../../../lib/format/count.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { atServer } from '../../../lib/server-addresses.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { reviewTexts } from '../../../texts/operating/review.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Tag } from '../../../ui/identity/badge.tsx'
import { Figures } from '../figures.tsx'
import { useReportedThings } from '../queue/use-queue.ts'
import { TimeAgo } from '../time-ago.tsx'
import styles from './about-account.module.css'

/** Who an action is about: what is in effect, what is live, and what was reported. Beside a form it is only the first. */
export function AboutAccount({ username, isBrief }: { username: string; isBrief: boolean }) {
  const site = useSite()
  const { data } = useSessionQuery({
    queryKey: ['operating', 'account', username],
    isSecondary: true,
    request: (token, signal) => api('getOperatedAccount', { params: { username }, token, signal }),
  })
  const { data: reports } = useReportedThings('open')
  const things = reports?.pages.flatMap((page) => page.things).filter((thing) => thing.username === username) ?? []
  const inEffect = data?.actions.filter(({ isInEffect }) => isInEffect) ?? []
  return (
    <section className={styles.about} aria-label={texts.about}>
      <div className={styles.who}>
        <Avatar username={username} src={avatarAddress(site, username)} size={48} />
        <div>
          <strong>@{username}</strong>
          {data && (
            <p className={styles.effects}>
              {inEffect.length === 0 && texts.nothingInEffect}
              {inEffect.map(({ id, kind }) => (
                <Tag key={id}>{kindTexts[kind]}</Tag>
              ))}
            </p>
          )}
        </div>
      </div>
      {!isBrief && data?.broadcast && (
        <div className={styles.live}>
          {data.broadcast.thumbnail !== null && (
            <img className={styles.picture} src={atServer(data.broadcast.thumbnail)} alt="" />
          )}
          <div>
            <p className={styles.title}>{data.broadcast.title}</p>
            <p className={styles.note}>{viewersText(data.broadcast.viewers)}</p>
          </div>
        </div>
      )}
      {!isBrief &&
        things.map(({ id, kind, message, count, firstAt, reports: all }) => (
          <div key={id} className={styles.reported}>
            <p>
              <strong>
                {reviewTexts.reported[kind]} @{username}
              </strong>{' '}
              <span className={styles.note}>
                {reviewTexts.reporters(count)}, <TimeAgo at={firstAt} />
              </span>
            </p>
            {message !== null && <blockquote className={styles.message}>{message}</blockquote>}
            {all[0] && (
              <p className={styles.note}>
                {suspensionTexts.reasons[all[0].reason]}
                {all[0].note && `: ${all[0].note}`}
              </p>
            )}
          </div>
        ))}
      {!isBrief && data && (
        <Figures
          figures={[
            [texts.broadcasts, formatNumber(data.broadcasts)],
            [texts.openSessions, formatNumber(data.openSessions)],
            [texts.actionsBefore, formatNumber(data.actions.length)],
          ]}
        />
      )}
    </section>
  )
}
