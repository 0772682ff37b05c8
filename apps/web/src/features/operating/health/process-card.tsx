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

interface Fact {
  group: keyof typeof texts.factGroups
  label: string
  value: string
  /** Absent where nothing judges the value. */
  isBad?: boolean
}

const groups: readonly Fact['group'][] = ['works', 'load', 'disks', 'about']

/** One process of the site, and how it is, by what it is about. What is wrong is marked there: the top of the page names it (rule HEALTH-5). */
export function ProcessCard({ process }: { process: ProcessStatus }) {
  const { name, state } = process
  const facts = factsOf(process)
  const wrong = facts.filter(({ isBad }) => isBad).length
  const isFaulty = state === 'running' && wrong > 0
  return (
    <article className={styles.process} id={processId(name)} aria-label={name} tabIndex={-1}>
      <h3 className={styles.head}>
        {name}{' '}
        {isFaulty || state === 'silent' ? (
          <span className={styles.bad}>{isFaulty ? texts.faultCount(wrong) : texts.states.silent}</span>
        ) : (
          <Tag>{texts.states[state]}</Tag>
        )}
      </h3>
      <div className={styles.groups}>
        {groups.map((group) => {
          const inGroup = facts.filter((fact) => fact.group === group)
          return (
            inGroup.length > 0 && (
              <div key={group} className={styles.group} data-group={group}>
                <h4>{group === 'load' && state === 'running' ? texts.loadNow : texts.factGroups[group]}</h4>
                <Facts facts={inGroup} />
              </div>
            )
          )
        })}
      </div>
    </article>
  )
}

function factsOf(process: ProcessStatus): Fact[] {
  const { roles, parts, disks, certificates, processorShare } = process
  return [
    ...parts.map(({ part, problem, checkMs }) => ({
      group: 'works' as const,
      label: texts.parts[part] ?? part,
      value: problem ?? texts.works(checkMs === null ? null : formatNumber(Math.round(checkMs))),
      isBad: problem !== null,
    })),
    ...(roles.includes('media')
      ? [
          {
            group: 'works' as const,
            label: texts.ffmpeg,
            value: texts.ffmpegStates[process.ffmpeg],
            isBad: process.ffmpeg === 'missing',
          },
        ]
      : []),
    ...(processorShare === null
      ? []
      : [
          {
            group: 'load' as const,
            label: texts.processor,
            value: texts.percent(formatNumber(Math.round(processorShare * 100))),
            isBad: processorShare > busyShare,
          },
        ]),
    {
      group: 'load',
      label: texts.eventLoop,
      value: texts.late(formatNumber(Math.round(process.eventLoopMs))),
      isBad: process.eventLoopMs > lateMs,
    },
    { group: 'load', label: texts.memory, value: formatBytes(process.memoryBytes) },
    { group: 'load', label: texts.liveBroadcasts, value: formatNumber(process.liveBroadcasts) },
    { group: 'load', label: texts.realTimeViewers, value: formatNumber(process.realTimeViewers) },
    { group: 'load', label: texts.chatSockets, value: formatNumber(process.chatSockets) },
    ...disks.map(({ disk, freeBytes, sizeBytes, daysUntilFull }) => ({
      group: 'disks' as const,
      label: texts.disks[disk],
      value: [
        texts.diskOf(formatBytes(freeBytes), formatBytes(sizeBytes)),
        ...(daysUntilFull !== null && daysUntilFull < manyDays
          ? [texts.fullIn(formatNumber(Math.floor(daysUntilFull)))]
          : []),
      ].join(', '),
      isBad: isShort(daysUntilFull),
    })),
    { group: 'about', label: texts.roles, value: roles.join(', ') },
    { group: 'about', label: texts.version, value: process.version },
    process.state === 'running'
      ? { group: 'about', label: texts.runningSince, value: formatDateTime(process.startedAt) }
      : { group: 'about', label: texts.lastHeardOf, value: formatDateTime(process.seenAt) },
    ...certificates.map(({ certificate, expiresAt }) => ({
      group: 'about' as const,
      label: texts.certificates[certificate],
      value: texts.expires(formatDateTime(expiresAt)),
    })),
  ]
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, isBad }) => {
        const Sign = isBad ? CircleAlert : CircleCheck
        return (
          <div key={label} data-bad={isBad || undefined}>
            <dt>
              {isBad !== undefined && <Sign className={styles.sign} size={16} aria-hidden="true" />}
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}
