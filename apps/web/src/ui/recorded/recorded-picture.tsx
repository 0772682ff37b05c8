import { type ReactNode, useState } from 'react'
import { atServer } from '../../lib/server-addresses.ts'
import { StreamPlaceholder } from '../identity/stream-placeholder.tsx'

/** The picture that stands for a replay or a clip, or a placeholder. */
export function RecordedPicture({ username, path }: { username: string; path: string | null }) {
  return useRecordedPicture(path) ?? <StreamPlaceholder username={username} />
}

/** Its picture alone; null where none was taken, or it cannot be loaded: it may have been cut out or deleted. */
export function useRecordedPicture(path: string | null): ReactNode {
  const [missing, setMissing] = useState<string>()
  if (path === null || path === missing) return null
  return <img src={atServer(path)} alt="" loading="lazy" width={640} height={360} onError={() => setMissing(path)} />
}
