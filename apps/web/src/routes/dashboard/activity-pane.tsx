import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Activity, Gift, Heart } from 'lucide-react'
import { StreamCheck } from '../../features/stream-health/stream-check.tsx'
import { StreamHealth } from '../../features/stream-health/stream-health.tsx'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { lastSeenText } from '../../lib/format/last-seen.ts'
import { useSite } from '../../lib/site.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { shareTexts } from '../../texts/share.ts'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard/dashboard.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { ChipChoice } from '../../ui/forms/chip-choice.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Points } from '../../ui/surfaces/points.tsx'
import styles from './activity.module.css'
import { type ActivityKind, activityFilter, activityKinds } from './activity-filter.ts'
import { BitrateChart } from './stream/pane-charts.tsx'
import { type Happening, useActivity } from './use-activity.ts'

const refreshMs = 60_000
/** Below so many there is room to say what else will be here. */
const fewHappenings = 8

const icons = { follow: Heart, tip: Gift, signal: Activity } as const

/** What the signal from the encoder needs, and what viewers did: follows and tips, newest first, before the course of the bitrate (rules DASH-6, DASH-14 and DASH-15). */
export function ActivityPane({
  user,
  streamId,
  isFirst,
}: {
  user: string
  /** Of the broadcast that goes on. */
  streamId: string | null
  /** Before the first broadcast; undefined until it is known. */
  isFirst: boolean | undefined
}) {
  const site = useSite()
  const { shown } = useStore(activityFilter)
  const { happenings, isFailed } = useActivity(user, shown)
  const nowMs = useSiteTime(refreshMs)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reachable by keyboard
    <section className={styles.activity} aria-label={texts.activity} tabIndex={0}>
      <h2 className={styles.heading}>{texts.activity}</h2>
      <ChipChoice
        label={texts.showOnly}
        choices={activityKinds
          .filter((kind) => kind !== 'tip' || site?.tips)
          .map((kind) => [kind, texts.kinds[kind]] as const)}
        chosen={shown}
        className="chip-row"
        onChoose={(kind) => activityFilter.setState({ shown: kind })}
      />
      {shown === 'all' && <StreamHealth user={user} />}
      {isFailed && <ErrorMessage>{texts.activityFailed}</ErrorMessage>}
      {!happenings && !isFailed && <Spinner label={texts.activityLoading} />}
      {happenings && happenings.length > 0 && (
        <ol className={styles.list} aria-label={texts.latestActivity}>
          {happenings.map((happening) => (
            <Row key={happening.key} happening={happening} nowMs={nowMs} />
          ))}
        </ol>
      )}
      {streamId !== null && (
        <BitrateChart key={streamId} user={user} streamId={streamId} isHidden={shown !== 'all' && shown !== 'signal'} />
      )}
      {shown === 'signal' && <StreamCheck user={user} />}
      {happenings && happenings.length < fewHappenings && shown !== 'signal' && isFirst !== undefined && (
        <StillToCome user={user} shown={shown} happenings={happenings} isFirst={isFirst} />
      )}
    </section>
  )
}

/** What will be here, of the kind that is shown, while nothing is, and how to bring it about. */
function StillToCome({
  user,
  shown,
  happenings,
  isFirst,
}: {
  user: string
  shown: Exclude<ActivityKind, 'signal'>
  happenings: readonly Happening[]
  isFirst: boolean
}) {
  const site = useSite()
  const isNone = happenings.length === 0
  // Below what did happen they would look like more of it.
  const kinds = isNone ? (['follow', 'tip', 'signal'] as const) : []
  const points = kinds
    .filter((kind) => (shown === 'all' || kind === shown) && (kind !== 'tip' || site?.tips))
    .map((kind) => ({ key: kind, icon: icons[kind], title: texts.expected[kind][0], text: texts.expected[kind][1] }))
  return (
    <div className={styles.toCome}>
      {isNone && (
        <h3>{isFirst ? texts.noActivity : texts.noneYet[shown === 'all' && !site?.tips ? 'follow' : shown]}</h3>
      )}
      {points.length > 0 && <Points points={points} />}
      <CopyField
        label={isFirst ? texts.invite : texts.inviteMore}
        value={location.origin + watchPath(user)}
        copiedText={shareTexts.linkCopied}
      />
    </div>
  )
}

function Row({ happening, nowMs }: { happening: Happening; nowMs: number }) {
  const isTip = happening.kind === 'tip'
  const Icon = isTip ? Gift : Heart
  return (
    <li className={styles.row} data-kind={happening.kind}>
      <Icon size={16} aria-hidden="true" />
      <p className={styles.what}>
        <strong>{happening.username}</strong> {isTip ? texts.tipped(happening.amount) : texts.followed}
        {isTip && happening.message !== '' && <bdi className={styles.message}>{happening.message}</bdi>}
      </p>
      <time className={styles.when} dateTime={new Date(happening.at).toISOString()}>
        {lastSeenText(happening.at, nowMs)}
      </time>
    </li>
  )
}
