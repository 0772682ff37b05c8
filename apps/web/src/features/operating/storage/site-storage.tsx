import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { UsedBar, type UsedBarProps } from '../../../ui/charts/used-bar.tsx'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { AccountLink } from '../account-link.tsx'
import { Figures } from '../figures.tsx'
import { useSiteHealth } from '../health/use-site-health.ts'
import styles from '../operating.module.css'
import { fullText } from './full-text.ts'
import own from './storage.module.css'

const refreshMs = 30_000

interface Capacity {
  name: string
  value: string
  share: number
  /** What of that the recordings are. */
  part?: number
  legend?: UsedBarProps['legend']
  /** When it is full. */
  forecast: string | null
}

/** What the recordings take, of what there is and by channel, and what is deleted next (rule HEALTH-6). */
export function SiteStorage() {
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'storage'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('getSiteStorage', { token, signal }),
  })
  // The console has it already: it counts what needs its reader.
  const { data: health } = useSiteHealth()
  if (!data) {
    return (
      <Awaiting
        label={operatingTexts.loading}
        failure={error && errorSentence(error, texts.storageFailed)}
        onRetry={refetch}
      />
    )
  }
  const bound = (bytes: number | null) => (bytes === null ? null : formatBytes(bytes))
  const { bytes, maxBytes } = data
  const disks = recordingDisks(health?.processes ?? [])
  const capacities: readonly Capacity[] = [
    ...(maxBytes === null
      ? []
      : [
          {
            name: texts.allRecordings,
            value: texts.usedOf(formatBytes(bytes), formatBytes(maxBytes)),
            share: bytes / Math.max(1, maxBytes),
            forecast: data.forecast && fullText(data.forecast),
          },
        ]),
    ...disks.map(({ name, freeBytes, sizeBytes, daysUntilFull, measuredDays }) => ({
      name: disks.length === 1 ? texts.disks.recordings : texts.diskOfProcess(name),
      value: texts.diskOf(formatBytes(freeBytes), formatBytes(sizeBytes)),
      share: 1 - freeBytes / Math.max(1, sizeBytes),
      forecast: fullText({ daysUntilFull, measuredDays }),
      ...partsOf({ sizeBytes, freeBytes }, disks.length === 1 ? bytes : undefined),
    })),
  ]
  const figures: readonly (readonly [string, string])[] = [
    // The bar says it otherwise.
    ...(maxBytes === null && disks.length !== 1 ? [[texts.used, formatBytes(bytes)] as const] : []),
    [texts.perChannel, bound(data.maxBytesPerChannel) ?? texts.noBound],
    [texts.keptFor, texts.days(formatNumber(data.keepDays))],
  ]
  return (
    <div className={styles.parts}>
      <Panel title={texts.recordings}>
        {!data.isRecording && <p>{texts.notRecording}</p>}
        {data.isRecording && (
          <>
            {capacities.length > 0 && (
              <ul className={own.capacities}>
                {capacities.map(({ name, value, share, part = 1, legend, forecast }) => (
                  <li key={name} className={own.capacity}>
                    <span>{name}</span>
                    <span className={own.capacityValue}>{value}</span>
                    <UsedBar {...{ share, part, legend }} label={name} />
                    {forecast !== null && <p className={styles.hint}>{forecast}</p>}
                  </li>
                ))}
              </ul>
            )}
            <Figures figures={figures} />
          </>
        )}
      </Panel>
      <div className={own.beside}>
        <Panel title={texts.byChannel}>
          {data.channels.length === 0 && <p>{texts.nothingRecorded}</p>}
          {data.channels.length > 0 && (
            <ul className={styles.list}>
              {data.channels.map(({ username, bytes }) => (
                <li key={username} className={styles.share}>
                  <AccountLink username={username} hasPicture />
                  {data.maxBytesPerChannel === null ? (
                    <UsedBar share={bytes / Math.max(1, data.bytes)} />
                  ) : (
                    <UsedBar share={bytes / data.maxBytesPerChannel} label={texts.ofItsLimit(username)} />
                  )}
                  <span>{formatBytes(bytes)}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title={texts.next}>
          <p className={styles.hint}>{texts.nextHint}</p>
          {data.leaving.length === 0 && <p>{texts.nothingNext}</p>}
          <ul className={styles.list}>
            {data.leaving.map(({ streamId, username, bytes, endedAt, reason }) => (
              <li key={streamId} className={styles.row}>
                <div className={styles.about}>
                  <p className={styles.name}>
                    <AccountLink username={username} hasPicture /> {formatBytes(bytes)}
                  </p>
                  <p className={styles.facts}>
                    <span>{texts.broadcastOf(formatDateTime(endedAt))}</span>
                    <span>{texts.reasons[reason]}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  )
}

/** What of a disk is what. Of several disks nobody knows which recordings are on which. */
function partsOf(
  { sizeBytes, freeBytes }: { sizeBytes: number; freeBytes: number },
  recordedBytes: number | undefined,
): Pick<Capacity, 'part' | 'legend'> {
  const used = sizeBytes - freeBytes
  const free = texts.free(formatBytes(freeBytes))
  if (recordedBytes === undefined) return { legend: { part: texts.inUse(formatBytes(used)), free } }
  return {
    part: Math.min(1, recordedBytes / Math.max(1, used)),
    legend: {
      part: texts.recorded(formatBytes(recordedBytes)),
      rest: texts.otherData(formatBytes(Math.max(0, used - recordedBytes))),
      free,
    },
  }
}

/** Of every process that runs, the disk that it records to. */
function recordingDisks(processes: readonly ProcessStatus[]) {
  return processes
    .filter(({ state }) => state === 'running')
    .flatMap(({ name, disks }) => disks.filter(({ disk }) => disk === 'recordings').map((disk) => ({ ...disk, name })))
}
