import { useQueryClient } from '@tanstack/react-query'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { useEffect } from 'react'
import { streamsQuery } from '../../lib/queries/streams-query.ts'

/** The list of streams beside the page says of this one what the page says, before it is asked for again (rule PLAYER-14). */
export function useSameInList({ username, isLive, isReconnecting, isStopped }: StreamInfo): void {
  const queries = useQueryClient()
  useEffect(() => {
    queries.setQueryData(
      streamsQuery.queryKey,
      (streams) =>
        streams?.map((other) =>
          other.username === username ? { ...other, isReconnecting, isStopped: isStopped || !isLive } : other,
        ),
      { updatedAt: queries.getQueryState(streamsQuery.queryKey)?.dataUpdatedAt ?? 0 },
    )
  }, [queries, username, isLive, isReconnecting, isStopped])
}
