import type { PastBroadcast } from '@waggle/contract/stats/endpoints'
import { useEffect, useRef } from 'react'
import { formatWatchTime } from '../../lib/format/duration.ts'
import { formatDateTime, formatOneDecimal } from '../../lib/format/format.ts'
import { allMeasures } from '../../lib/recording/broadcast-measures.ts'
import { locale } from '../../texts/language/language.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { differenceOf } from './difference.ts'
import styles from './two-broadcasts.module.css'

const percent = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' })

/** The figures of the broadcasts that were chosen in the list, beside each other (rule STATS-9). It comes into view with the second one. */
export function TwoBroadcasts({ chosen, onClear }: { chosen: readonly PastBroadcast[]; onClear: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [earlier, later] = chosen.toSorted((a, b) => a.startedAt - b.startedAt)
  const pair = later && `${earlier?.streamId} ${later.streamId}`
  useEffect(() => {
    if (pair === undefined) return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [pair])
  if (!earlier) return null
  return (
    <div ref={place} className={styles.place} tabIndex={-1}>
      <Panel title={texts.twoCompared} aside={<Button onClick={onClear}>{texts.clearCompared}</Button>}>
        {later ? (
          <table className={styles.table}>
            <thead>
              <tr>
                <td />
                <Head broadcast={earlier} />
                <Head broadcast={later} />
                <th scope="col">{texts.difference}</th>
              </tr>
            </thead>
            <tbody>
              {allMeasures.map(([measure, name, format]) => (
                <tr key={measure}>
                  <th scope="row">{name}</th>
                  <td>{format(earlier[measure])}</td>
                  <td>{format(later[measure])}</td>
                  <td>
                    <Difference earlier={earlier[measure]} later={later[measure]} format={format} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className={styles.note}>{texts.chooseSecond(earlier.title || texts.untitled)}</p>
        )}
      </Panel>
    </div>
  )
}

function Head({ broadcast: { title, startedAt, endedAt } }: { broadcast: PastBroadcast }) {
  return (
    <th scope="col">
      <span className={styles.title}>{title || texts.untitled}</span>
      <span className={styles.when}>{endedAt === null ? texts.liveNow : formatDateTime(startedAt)}</span>
    </th>
  )
}

function Difference({ earlier, later, format }: { earlier: number; later: number; format: (value: number) => string }) {
  const unit = format === formatWatchTime ? 60 : format === formatOneDecimal ? 0.1 : 1
  const { change, share } = differenceOf(earlier, later, unit)
  if (change === 0) return <span className="trend">{format(0)}</span>
  const isMore = change > 0
  return (
    <span className="trend" data-trend={isMore ? 'up' : 'down'}>
      {`${isMore ? '+' : '−'}${format(Math.abs(change))}`}
      {share !== undefined && <span className={styles.share}> ({percent.format(share).replace('-', '−')})</span>}
    </span>
  )
}
