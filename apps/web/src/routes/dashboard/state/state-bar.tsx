import type { StreamInfo } from '@waggle/contract/endpoints'
import { CircleAlert, CircleCheck, Eye, TriangleAlert } from 'lucide-react'
import { useStreamHealth } from '../../../features/stream-health/use-stream-health.ts'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { abbreviateCount, viewersText } from '../../../lib/format/count.ts'
import { formatUptime } from '../../../lib/format/duration.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { stateBarTexts as texts } from '../../../texts/streamer/dashboard/state-bar.ts'
import { streamHealthTexts } from '../../../texts/streamer/stream-health.ts'
import { LiveBadge } from '../../../ui/identity/badge.tsx'
import { broadcastState } from './broadcast-state.ts'
import styles from './state-bar.module.css'

/** In one line: the state of the broadcast, its time, and while it is live its viewers, bitrate and signal (rule DASH-1). */
export function StateBar({ user, stream }: { user: string; stream: StreamInfo | undefined }) {
  const { health } = useStreamHealth(user)
  const state = broadcastState(stream, health?.state)
  const bitrate = health?.video?.kilobitsPerSecond ?? null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.place} role="group" aria-label={texts.label}>
      <div className={styles.bar} data-state={state}>
        {state === 'live' ? <LiveBadge /> : state && <strong className={styles.state}>{texts.states[state]}</strong>}
        {stream && state && state !== 'offline' && state !== 'starting' ? (
          <>
            <Clock since={stream.startTime} />
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
        ) : (
          state && <span className={styles.next}>{state === 'starting' ? texts.startingNext : texts.offlineNext}</span>
        )}
      </div>
    </div>
  )
}

/** It is no live region: a screen reader would never stop reading it. */
function Clock({ since }: { since: number | null }) {
  return <span className={styles.figure}>{formatUptime(since, useSiteTime(1000))}</span>
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
      data-tooltip={texts.toFindings}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={styles.verdict}>{findings.length === 0 ? texts.good : texts.problems(findings.length)}</span>
    </button>
  )
}
