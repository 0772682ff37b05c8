import { useQuery } from '@tanstack/react-query'
import type { RecentChannel } from '@waggle/contract/endpoints'
import { api } from '../../lib/api/api.ts'

/** The channels that streamed lately; none while they load, and if they cannot be loaded. */
export function useRecentChannels(): { channels: readonly RecentChannel[]; isLoading: boolean } {
  const { data = [], isPending } = useQuery({
    queryKey: ['recent-channels'],
    queryFn: async ({ signal }) => (await api('listRecentChannels', { signal })).channels,
    staleTime: 60_000,
  })
  return { channels: data, isLoading: isPending }
}
