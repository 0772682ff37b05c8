import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StreamPost } from '@waggle/contract/hive/endpoints'
import { useEffect } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSession } from '../../session/session.tsx'

const refreshMs = 15_000
/** A vote appears in the next block, and Hive nodes may lag a little behind. */
const recountAfterMs = 4000

/** The post of a stream with the user's own vote; undefined while it is unknown or there is none. */
export function useStreamPost(author: string, permlink: string | null, hasJustVoted: boolean): StreamPost | undefined {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['stream-post', author, permlink, user],
    enabled: permlink !== null,
    refetchInterval: refreshMs,
    queryFn: ({ signal }) =>
      api('getStreamPost', {
        params: { username: author, permlink: permlink ?? '' },
        query: user ? { voter: user } : {},
        signal,
      }),
  })

  useEffect(() => {
    if (!hasJustVoted) return
    const recount = () => void queryClient.invalidateQueries({ queryKey: ['stream-post', author] })
    recount()
    const timer = setTimeout(recount, recountAfterMs)
    return () => clearTimeout(timer)
  }, [hasJustVoted, queryClient, author])

  return data
}
