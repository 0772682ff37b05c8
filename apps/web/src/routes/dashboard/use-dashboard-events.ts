import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { useSession } from '../../session/session.tsx'

/** However much happens, the figures are asked for once in this time. */
const quietMs = 5000

/**
 * Asks for the dashboard's figures again as soon as something has happened on the channel: somebody wrote, began to follow, came or
 * went, or the broadcast began or ended.
 */
export function useDashboardEvents(user: string, streamId: string | null): void {
  const queries = useQueryClient()
  const { token } = useSession()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function happened(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const what of ['stats', 'growth']) void queries.invalidateQueries({ queryKey: ['dashboard', user, what] })
      }, quietMs)
    }
    const room = openRoom(user, token, { messages: happened, followed: happened, viewers: happened })
    return () => {
      clearTimeout(timer)
      room.close()
    }
  }, [queries, user, token])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another broadcast, or none, has other figures
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['dashboard', user] })
  }, [queries, user, streamId])
}
