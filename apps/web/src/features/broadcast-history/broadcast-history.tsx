import { useInfiniteQuery } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { callAcrossRenewals } from '../../session/call-in-session.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { statsTexts as texts } from '../../texts/streamer/stats.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { MoreButton } from '../../ui/forms/more-button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { Comparison } from './comparison.tsx'
import styles from './history.module.css'
import { historyFigures, PastBroadcastRow } from './past-broadcast-row.tsx'
import { TwoBroadcasts } from './two-broadcasts.tsx'

const figures = historyFigures.map(([name]) => name)
const columns = [texts.title, ...figures, texts.showCharts]

/** The channel's broadcasts with their figures. */
export function BroadcastHistory({ user }: { user: string }) {
  const session = useSessionStore()
  const { token } = useSession()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: dashboardKeys.history(user),
    enabled: token !== null,
    refetchInterval: limits.statsRefreshMs,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      callAcrossRenewals(session, (token) =>
        api('listBroadcasts', {
          params: { username: user },
          token,
          signal,
          ...(pageParam !== undefined && { query: { before: String(pageParam) } }),
        }),
      ),
    getNextPageParam: (page) => (page.hasMore ? page.broadcasts.at(-1)?.startedAt : undefined),
  })
  const broadcasts = data?.pages.flatMap((page) => page.broadcasts)

  const list = useRef<HTMLOListElement>(null)
  /** The ids of those to compare: at most two, the one chosen last at the end. */
  const [compared, setCompared] = useState<readonly string[]>([])
  /** One alone is compared with nothing. */
  const canCompare = broadcasts !== undefined && broadcasts.length > 1
  const chosen = broadcasts?.filter(({ streamId }) => compared.includes(streamId)) ?? []

  const csvExport = useSessionMutation({
    send: ({ token }) => api('exportBroadcasts', { params: { username: user }, token }),
    failed: texts.exportFailed,
    onDone: (csv) => saveFile(`waggle-${user}.csv`, csv, 'text/csv'),
    onFailure: (sentence) => toast(sentence, 'error'),
  })

  function compare(streamId: string, isCompared: boolean): void {
    const others = compared.filter((other) => other !== streamId)
    setCompared(isCompared ? [...others, streamId].slice(-2) : others)
  }

  function clear(): void {
    setCompared([])
    // The button that was pressed goes.
    list.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {broadcasts && <Comparison broadcasts={broadcasts} />}
      <TwoBroadcasts chosen={chosen} onClear={clear} />
      <Panel
        title={texts.history}
        aside={
          broadcasts &&
          broadcasts.length > 0 && (
            <Button disabled={csvExport.isBusy} onClick={() => csvExport.run()}>
              <Download size={18} aria-hidden="true" />
              {texts.exportCsv}
            </Button>
          )
        }
      >
        {!broadcasts && (
          <Awaiting label={texts.historyLoading} failure={error && texts.historyFailed} onRetry={refetch} />
        )}
        {broadcasts?.length === 0 && <p className={styles.none}>{texts.none}</p>}
        {broadcasts && broadcasts.length > 0 && (
          <ol ref={list} className={`stack ${styles.list}`} data-alone={!canCompare || undefined} tabIndex={-1}>
            <li className={styles.names} aria-hidden="true">
              {(canCompare ? [texts.compareThis, ...columns] : columns).map((name) => (
                <span key={name}>{name}</span>
              ))}
            </li>
            {broadcasts.map((broadcast) => (
              <PastBroadcastRow
                key={broadcast.streamId}
                user={user}
                broadcast={broadcast}
                isCompared={compared.includes(broadcast.streamId)}
                onCompare={canCompare && ((isCompared) => compare(broadcast.streamId, isCompared))}
              />
            ))}
          </ol>
        )}
        {hasNextPage && (
          <MoreButton isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()} text={texts.more} />
        )}
      </Panel>
    </>
  )
}
