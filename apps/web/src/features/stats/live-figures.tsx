import { Info } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { formatNumber, formatOneDecimal } from '../../lib/format/format.ts'
import { sampleLabel } from '../../lib/sample-data.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import styles from './statistics.module.css'
import { Uptime } from './uptime.tsx'
import type { StreamFigures } from './use-stream-stats.ts'

/** The figures of a broadcast (rule STATS-1), below its heading and what `children` say of it. */
export function LiveFigures({
  figures,
  heading,
  viewers,
  hasCurrent = false,
  children,
}: {
  figures: StreamFigures | undefined
  heading: string
  /** The count that all pages show, which is newer than the statistics; undefined while there is no broadcast. */
  viewers: number | undefined
  /** Also the current viewers and the uptime, where nothing else on the page has them. */
  hasCurrent?: boolean
  /** Below them: what comes later moves none of them. */
  children?: ReactNode
}) {
  return (
    <section className={styles.live} aria-labelledby="live-figures">
      <div className={styles.head}>
        {/* Below the picture of what is live, they need no name. */}
        <h2 id="live-figures" className={viewers === undefined ? styles.title : 'visually-hidden'}>
          {heading}
        </h2>
        {figures && <Note {...figures} />}
        {figures?.isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
      </div>
      {figures ? <Figures {...figures} viewers={viewers} hasCurrent={hasCurrent} /> : <Spinner label={texts.loading} />}
      {children}
    </section>
  )
}

function Note({ stats, isSample }: StreamFigures) {
  if (isSample) return <p className={styles.note}>{texts.sample}</p>
  return stats.isLive || stats.streamId ? null : <p className={styles.note}>{texts.noBroadcastYet}</p>
}

/** Says that some viewers are not counted, and why, when it is pressed. */
function Uncounted({ count }: { count: number }) {
  const number = formatNumber(count)
  const text = texts.uncounted(number)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.uncounted}
        aria-label={text}
        data-tooltip={text}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Info size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <Popover title={text} anchor={button} onClose={() => setOpen(false)}>
          <p className={styles.reason}>{texts.uncountedReason(count, number)}</p>
        </Popover>
      )}
    </>
  )
}

function Figures({
  stats,
  isSample,
  viewers,
  hasCurrent,
}: StreamFigures & { viewers: number | undefined; hasCurrent: boolean }) {
  // The rate of a broadcast that is over says nothing.
  const isOver = !isSample && !stats.isLive && stats.streamId !== null
  const currentViewers = isSample ? stats.currentViewers : (viewers ?? stats.currentViewers)
  return (
    <dl className={styles.figures}>
      {hasCurrent && <Figure name={texts.currentViewers}>{formatNumber(currentViewers)}</Figure>}
      <Figure
        name={texts.peakViewers}
        sign={stats.isLive && !isSample && stats.uncountedViewers > 0 && <Uncounted count={stats.uncountedViewers} />}
      >
        {formatNumber(Math.max(currentViewers, stats.peakViewers))}
      </Figure>
      <Figure name={texts.watchTime}>{formatWatchTime(stats.totalWatchTime)}</Figure>
      <Figure name={texts.newFollowers}>{formatNumber(stats.newFollowers)}</Figure>
      {isOver ? (
        <Figure name={texts.chatMessages}>{formatNumber(stats.chatMessages)}</Figure>
      ) : (
        <Figure name={texts.chatRate}>
          {stats.chatMessageRate === 0 ? '0' : formatOneDecimal(stats.chatMessageRate)}{' '}
          <span className={styles.total}>{texts.inAll(formatNumber(stats.chatMessages))}</span>
        </Figure>
      )}
      {hasCurrent && (
        <Figure name={texts.uptime}>
          <Uptime since={stats.uptime} />
        </Figure>
      )}
    </dl>
  )
}

/** `sign` says more about it, and takes no room of the others. */
function Figure({ name, sign, children }: { name: string; sign?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>
        {name} {sign}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
