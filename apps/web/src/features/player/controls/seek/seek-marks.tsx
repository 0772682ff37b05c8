import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api.ts'
import { useSession } from '../../../../session/session.tsx'
import { activityPath } from './activity-path.ts'
import styles from './seek-bar.module.css'

const refreshMs = 60_000

/** Marks above the bar where the chat was busy. */
export function SeekMarks({
  streamId,
  takenMs,
}: {
  streamId: string
  /** When the picture at this share of the bar was taken. */
  takenMs: (share: number) => number | undefined
}) {
  const { token } = useSession()
  const { data } = useQuery({
    queryKey: ['chat-activity', streamId, token],
    queryFn: ({ signal }) => api('getChatActivity', { params: { streamId }, signal, ...(token !== null && { token }) }),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    retry: false,
  })
  const path = data && activityPath(data, takenMs)
  if (!path) return null
  return (
    <svg
      className={styles.marks}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-testid="seek-marks"
    >
      <path d={path} />
    </svg>
  )
}
