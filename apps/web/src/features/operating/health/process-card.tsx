import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import { Tag } from '../../../ui/identity/badge.tsx'
import styles from './health.module.css'
import { busyShare, isShort, lateMs, manyDays } from './limits.ts'

/** The anchor of a process in the page. Names have a colon, as in 'host:1234'. */
export function processId(name: string): string {
  return `process-${name}`
}

/** One process of the site, and how it is. What is wrong stands out. */
export function ProcessCard({ process }: { process: ProcessStatus }) {
  const { name, state, roles, parts, disks, certificates } = process
  return (
    <article className={styles.process} id={processId(name)} aria-label={name}>
      <h3 className={styles.head}>
        {name}{' '}
        {state === 'silent' ? (
          <span className={styles.bad}>{texts.states.silent}</span>
        ) : (
          <Tag>{texts.states[state]}</Tag>
        )}
      </h3>
      <dl className={styles.facts}>
        <Fact label={texts.roles}>{roles.join(', ')}</Fact>
        <Fact label={texts.version}>{process.version}</Fact>
        {state === 'running' ? (
          <Fact label={texts.runningSince}>{formatDateTime(process.startedAt)}</Fact>
        ) : (
          <Fact label={texts.lastHeardOf}>{formatDateTime(process.seenAt)}</Fact>
        )}
        {parts.map(({ part, problem, checkMs }) => (
          <Fact key={part} label={texts.parts[part] ?? part} isBad={problem !== null}>
            {problem ?? texts.works(checkMs === null ? null : formatNumber(Math.round(checkMs)))}
          </Fact>
        ))}
        <Fact label={texts.eventLoop} isBad={process.eventLoopMs > lateMs}>
          {texts.late(formatNumber(Math.round(process.eventLoopMs)))}
        </Fact>
        {process.processorShare !== null && (
          <Fact label={texts.processor} isBad={process.processorShare > busyShare}>
            {texts.percent(formatNumber(Math.round(process.processorShare * 100)))}
          </Fact>
        )}
        <Fact label={texts.memory}>{formatBytes(process.memoryBytes)}</Fact>
        {disks.map(({ disk, freeBytes, sizeBytes, daysUntilFull }) => (
          <Fact key={disk} label={texts.disks[disk]} isBad={isShort(daysUntilFull)}>
            {texts.diskOf(formatBytes(freeBytes), formatBytes(sizeBytes))}
            {daysUntilFull !== null && daysUntilFull < manyDays && (
              <>, {texts.fullIn(formatNumber(Math.floor(daysUntilFull)))}</>
            )}
          </Fact>
        ))}
        {roles.includes('media') && (
          <Fact label={texts.ffmpeg} isBad={process.ffmpeg === 'missing'}>
            {texts.ffmpegStates[process.ffmpeg]}
          </Fact>
        )}
        {certificates.map(({ certificate, expiresAt }) => (
          <Fact key={certificate} label={texts.certificates[certificate]}>
            {texts.expires(formatDateTime(expiresAt))}
          </Fact>
        ))}
        <Fact label={texts.serves}>
          {texts.servesOf(
            formatNumber(process.liveBroadcasts),
            formatNumber(process.realTimeViewers),
            formatNumber(process.chatSockets),
          )}
        </Fact>
      </dl>
    </article>
  )
}

/** `isBad` is absent where nothing judges the value. */
function Fact({ label, isBad, children }: { label: string; isBad?: boolean; children: React.ReactNode }) {
  const Sign = isBad ? CircleAlert : CircleCheck
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isBad ? styles.bad : undefined}>
        {isBad !== undefined && <Sign className={styles.sign} size={16} aria-hidden="true" />}
        <span>{children}</span>
      </dd>
    </div>
  )
}
