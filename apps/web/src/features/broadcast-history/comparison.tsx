import type { PastBroadcast } from '@waggle/contract/stats/endpoints'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format/format.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './history.module.css'
import { measures } from './measures.ts'

const shownAtMost = 12

/** The latest broadcasts beside each other by one of their figures; nothing while there is only one (rule STATS-8). */
export function Comparison({ broadcasts }: { broadcasts: readonly PastBroadcast[] }) {
  const [chosen, setChosen] = useState<(typeof measures)[number]>(measures[0])
  if (broadcasts.length < 2) return null
  const [measure, title, formatValue] = chosen
  const shown = broadcasts.slice(0, shownAtMost)
  return (
    <Panel title={texts.compare(shown.length)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className="chip-row" role="group" aria-label={texts.compareBy}>
        {measures.map((one) => (
          <button
            key={one[0]}
            type="button"
            className="chip"
            aria-pressed={one[0] === measure}
            onClick={() => setChosen(one)}
          >
            {one[1]}
          </button>
        ))}
      </div>
      <BarChart
        title={title}
        formatValue={formatValue}
        bars={shown.map((broadcast) => ({
          key: broadcast.streamId,
          value: broadcast[measure],
          name: (
            <>
              <span className={styles.compared}>{broadcast.title || texts.untitled}</span>{' '}
              <span className={styles.when}>
                {broadcast.endedAt === null ? texts.liveNow : formatDateTime(broadcast.startedAt)}
              </span>
            </>
          ),
        }))}
      />
    </Panel>
  )
}
