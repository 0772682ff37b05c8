import { useQueryClient } from '@tanstack/react-query'
import type { OperatedBroadcast } from '@waggle/contract/operating/endpoints'
import { useState } from 'react'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ActDialog } from './act/act-dialog.tsx'
import { BroadcastRow } from './broadcast-row.tsx'
import styles from './operating.module.css'
import { useReportedThings } from './queue/use-queue.ts'
import { useLiveBroadcasts } from './use-live-broadcasts.ts'

/** What is live, what was reported first. */
export function LiveBroadcasts() {
  const queries = useQueryClient()
  const [acting, setActing] = useState<string>()
  const { data, error, refetch } = useLiveBroadcasts()
  const { data: reports } = useReportedThings('open')
  const things = reports?.pages.flatMap((page) => page.things) ?? []
  const reportsOf = (username: string) =>
    things.find((thing) => thing.kind === 'broadcast' && thing.username === username)?.count ?? 0
  const reportedFirst = (one: OperatedBroadcast, other: OperatedBroadcast) =>
    reportsOf(other.username) - reportsOf(one.username)
  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.liveFailed)} onRetry={refetch} />
    )
  }
  return (
    <section className={styles.section} aria-label={texts.live}>
      <h2>{texts.live}</h2>
      {data.broadcasts.length === 0 && <p className={styles.hint}>{texts.nobodyLive}</p>}
      <ul className={styles.grid}>
        {data.broadcasts.toSorted(reportedFirst).map((broadcast) => (
          <li key={broadcast.streamId}>
            <BroadcastRow broadcast={broadcast} reports={reportsOf(broadcast.username)}>
              <Button
                size="small"
                aria-label={texts.actOn(broadcast.username)}
                onClick={() => setActing(broadcast.username)}
              >
                {texts.act}
              </Button>
            </BroadcastRow>
          </li>
        ))}
      </ul>
      {acting !== undefined && (
        <ActDialog
          username={acting}
          isLive
          onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
          onClose={() => setActing(undefined)}
        />
      )}
    </section>
  )
}
