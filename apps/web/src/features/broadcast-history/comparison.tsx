import type { PastBroadcast } from '@waggle/contract/stats/endpoints'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format/format.ts'
import { measures } from '../../lib/recording/broadcast-measures.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { BarChart } from '../../ui/charts/bar-chart.tsx'
import { ChipChoice } from '../../ui/forms/chip-choice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './history.module.css'

const shownAtMost = 12

/** The latest broadcasts beside each other by one of their figures; nothing while there is only one (rule STATS-8). */
export function Comparison({ broadcasts }: { broadcasts: readonly PastBroadcast[] }) {
  const [chosen, setChosen] = useState<(typeof measures)[number]>(measures[0])
  if (broadcasts.length < 2) return null
  const [measure, title, formatValue] = chosen
  const shown = broadcasts.slice(0, shownAtMost)
  return (
    <Panel title={texts.compare(shown.length)}>
      <ChipChoice
        label={texts.compareBy}
        choices={measures.map(([key, name]) => [key, name] as const)}
        chosen={measure}
        className={styles.measures}
        onChoose={(key) => setChosen(measures.find(([one]) => one === key) ?? measures[0])}
      />
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
