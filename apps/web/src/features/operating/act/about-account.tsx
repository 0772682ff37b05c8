import type { OperatedBroadcast } from '@waggle/contract/operating/endpoints'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { api } from '../../../lib/api/api.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { viewersText } from '../../../lib/format/count.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { atServer } from '../../../lib/server-addresses.ts'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { Figures } from '../figures.tsx'
import { ReportedBrief } from '../queue/reported-brief.tsx'
import { useReportedThings } from '../queue/use-queue.ts'
import { StateChip } from '../state-chip.tsx'
import styles from './about-account.module.css'

/**
 * Who an action is about: what is in effect, what is live, and what was reported. On a phone, where it stands above the choices, what is
 * live is a line and what was reported is folded; above a form it is only the first (`isBrief`).
 */
export function AboutAccount({ username, isBrief }: { username: string; isBrief: boolean }) {
  const site = useSite()
  const isPhone = useIsPhone()
  const { data, things } = useWhatIsKnown(username)
  const inEffect = data?.actions.filter(({ isInEffect }) => isInEffect) ?? []
  return (
    <section className={styles.about} aria-label={texts.about}>
      <div className={styles.who}>
        <Avatar username={username} src={avatarAddress(site, username)} size={isPhone ? 36 : 48} />
        <div>
          <strong>@{username}</strong>
          {data && (
            <p className={styles.effects}>
              {inEffect.length === 0 && texts.nothingInEffect}
              {inEffect.map(({ id, kind }) => (
                <StateChip key={id}>{kindTexts[kind]}</StateChip>
              ))}
            </p>
          )}
        </div>
      </div>
      {!isBrief && <Evidence broadcast={data?.broadcast} things={things} />}
      {!isBrief && !isPhone && data && (
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

function useWhatIsKnown(username: string) {
  const { data } = useSessionQuery({
    queryKey: ['operating', 'account', username],
    isSecondary: true,
    request: (token, signal) => api('getOperatedAccount', { params: { username }, token, signal }),
  })
  const { data: reports } = useReportedThings('open')
  return {
    data,
    things: reports?.pages.flatMap((page) => page.things).filter((thing) => thing.username === username) ?? [],
  }
}

function Evidence({
  broadcast,
  things,
}: {
  broadcast: OperatedBroadcast | null | undefined
  things: readonly ReportedThing[]
}) {
  const isPhone = useIsPhone()
  return (
    <>
      {broadcast && (
        <div className={styles.live}>
          {!isPhone && broadcast.thumbnail !== null && (
            <img className={styles.picture} src={atServer(broadcast.thumbnail)} alt="" />
          )}
          <div>
            <p className={styles.title}>{broadcast.title}</p>
            <p className={styles.note}>{viewersText(broadcast.viewers)}</p>
          </div>
        </div>
      )}
      {things.length > 0 && <Reported things={things} isFolded={isPhone} />}
    </>
  )
}

function Reported({ things, isFolded }: { things: readonly ReportedThing[]; isFolded: boolean }) {
  const list = things.map((thing) => <ReportedBrief key={thing.id} thing={thing} />)
  if (!isFolded) return list
  return (
    <details className={styles.folded}>
      <summary>{texts.openReports(things.length)}</summary>
      {list}
    </details>
  )
}
