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
import { activityFilter, activityKinds } from './activity-filter.ts'
import { type Happening, useActivity } from './use-activity.ts'

const refreshMs = 60_000

/** What the signal from the encoder needs, and what viewers did: follows and tips, newest first (rules DASH-6 and DASH-15). */
export function ActivityPane({
  user,
  isFirst,
}: {
  user: string
  /** Before the first broadcast it says what will be here; undefined until it is known. */
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
      {shown === 'signal' && <StreamCheck user={user} />}
      {isFailed && <ErrorMessage>{texts.activityFailed}</ErrorMessage>}
      {!happenings && !isFailed && <Spinner label={texts.activityLoading} />}
      {happenings?.length === 0 && isFirst === true && shown === 'all' && <NothingYet user={user} />}
      {happenings?.length === 0 && shown !== 'signal' && (isFirst === false || shown !== 'all') && (
        <p className={styles.note}>{texts.noneLately[shown]}</p>
      )}
      {happenings && happenings.length > 0 && (
        <ol className={styles.list} aria-label={texts.latestActivity}>
          {happenings.map((happening) => (
            <Row key={happening.key} happening={happening} nowMs={nowMs} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** What will be here, and how to bring it about. */
function NothingYet({ user }: { user: string }) {
  const site = useSite()
  const { follow, tip, signal } = texts.expected
  return (
    <div className={styles.none}>
      <h3>{texts.noActivity}</h3>
      <Points
        points={[
          { key: 'follow', icon: Heart, title: follow[0], text: follow[1] },
          ...(site?.tips ? [{ key: 'tip', icon: Gift, title: tip[0], text: tip[1] }] : []),
          { key: 'signal', icon: Activity, title: signal[0], text: signal[1] },
        ]}
      />
      <CopyField label={texts.invite} value={location.origin + watchPath(user)} copiedText={shareTexts.linkCopied} />
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
