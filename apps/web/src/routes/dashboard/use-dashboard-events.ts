import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tipsKey } from '../../features/tip/use-tips.ts'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { dashboardKeys } from '../../lib/queries/dashboard-keys.ts'
import { useSession } from '../../session/session.tsx'

/** The figures are refreshed at most once in this time, however many events arrive. */
const refreshAtMostEveryMs = 5000

/**
 * Refreshes the dashboard's figures soon after something happens on the channel: a message, a new follower, a viewer who joins or
 * leaves, or a broadcast that begins or ends. Follows and tips are in the activity at once.
 */
export function useDashboardEvents(user: string, streamId: string | null): void {
  const queries = useQueryClient()
  const { token } = useSession()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function scheduleRefresh(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const queryKey of [dashboardKeys.stats(user), dashboardKeys.followerGrowth(user)]) {
          void queries.invalidateQueries({ queryKey })
        }
      }, refreshAtMostEveryMs)
    }
    const room = openRoom(user, token, {
      messages: scheduleRefresh,
      followed() {
        void queries.invalidateQueries({ queryKey: dashboardKeys.followers(user) })
        scheduleRefresh()
      },
      tipped: () => void queries.invalidateQueries({ queryKey: tipsKey(user) }),
      viewers: scheduleRefresh,
    })
    return () => {
      clearTimeout(timer)
      room.close()
    }
  }, [queries, user, token])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a broadcast that begins or ends changes all figures
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: dashboardKeys.all(user) })
  }, [queries, user, streamId])
}
