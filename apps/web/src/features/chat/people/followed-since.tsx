import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { formatLongDate } from '../../../lib/format/date-text.ts'
import { followedSinceTexts as texts } from '../../../texts/chat/followed-since.ts'

/** Since when a user follows the channel (rule CHAT-23); empty until that is known. */
export function FollowedSince({ channel, username }: { channel: string; username: string }) {
  const { data } = useQuery({
    queryKey: ['followed-since', channel, username],
    queryFn: ({ signal }) => api('getFollow', { params: { username: channel, follower: username }, signal }),
    // The user may have followed the channel since the card was opened last.
    staleTime: 0,
  })
  if (!data) return null
  return data.followedAt === null ? texts.never : texts.since(formatLongDate(data.followedAt))
}
