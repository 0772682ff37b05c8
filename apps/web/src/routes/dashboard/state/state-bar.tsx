import type { StreamInfo } from '@waggle/contract/endpoints'
import { CircleAlert, CircleCheck, Eye, TriangleAlert } from 'lucide-react'
import { Uptime } from '../../../features/stats/uptime.tsx'
import { useStreamHealth } from '../../../features/stream-health/use-stream-health.ts'
import { abbreviateCount, viewersText } from '../../../lib/format/count.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { stateBarTexts as texts } from '../../../texts/streamer/dashboard/state-bar.ts'
import { statsTexts } from '../../../texts/streamer/stats.ts'
import { streamHealthTexts } from '../../../texts/streamer/stream-health.ts'
import { LiveBadge, OfflineBadge } from '../../../ui/identity/badge.tsx'
import { activityFilter } from '../activity-filter.ts'
import { type BroadcastState, broadcastState } from './broadcast-state.ts'
import styles from './state-bar.module.css'

/** In one line: the state of the broadcast, its time, and while it is live its viewers, bitrate and signal (rule DASH-1). */
export function StateBar({ user, stream }: { user: string; stream: StreamInfo | undefined }) {
  const { health } = useStreamHealth(user)
  const state = broadcastState(stream, health?.state)
  const isOn = state !== undefined && state !== 'offline'
  const bitrate = health?.video?.kilobitsPerSecond ?? null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.place} role="group" aria-label={texts.label} data-on={isOn || undefined}>
      <div className={styles.bar} data-state={state}>
        {state && <StateName state={state} />}
        {stream && isOn && state !== 'starting' && (
          <>
            <span className={styles.figure}>
              <span className="visually-hidden">{statsTexts.uptime}</span>
              <Uptime since={stream.startTime} />
            </span>
            {state === 'live' && (
              <>
                <span className={styles.figure}>
                  <Eye size={16} aria-hidden="true" />
                  <span aria-hidden="true">{abbreviateCount(stream.viewers)}</span>
                  <span className="visually-hidden">{viewersText(stream.viewers)}</span>
                </span>
                <span className={styles.bitrate}>
                  {bitrate === null ? texts.measuring : streamHealthTexts.kilobits(formatNumber(bitrate))}
                </span>
                {health && <Signal findings={health.findings} />}
              </>
            )}
            {state !== 'live' && health?.secondsLeft != null && (
              <span className={styles.next}>{texts.endsIn(formatNumber(health.secondsLeft))}</span>
            )}
          </>
        )}
        {state === 'starting' && <span className={styles.next}>{texts.startingNext}</span>}
      </div>
    </div>
  )
}

function StateName({ state }: { state: BroadcastState }) {
  if (state === 'live') return <LiveBadge />
  if (state === 'offline') return <OfflineBadge />
  return <strong className={styles.state}>{texts.states[state]}</strong>
}

/** Leads to the findings, which are in the activity. */
function Signal({ findings }: { findings: readonly { severity: 'warning' | 'error' }[] }) {
  const isError = findings.some(({ severity }) => severity === 'error')
  const verdict = isError ? 'error' : findings.length > 0 ? 'warning' : 'ok'
  const Icon = { ok: CircleCheck, warning: TriangleAlert, error: CircleAlert }[verdict]
  return (
    <button
      type="button"
      className={styles.signal}
      data-verdict={verdict}
      data-shows="activity"
      onClick={() => activityFilter.setState({ shown: 'all' })}
      data-tooltip={texts.toFindings}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={styles.verdict}>{findings.length === 0 ? texts.good : texts.problems(findings.length)}</span>
    </button>
  )
}
