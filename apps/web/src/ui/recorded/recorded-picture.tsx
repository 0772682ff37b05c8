import { useState } from 'react'
import { atServer } from '../../lib/server-addresses.ts'
import { StreamPlaceholder } from '../identity/stream-placeholder.tsx'

/** The picture that stands for a replay or a clip, or a placeholder where none was taken or it was cut out. */
export function RecordedPicture({ username, path }: { username: string; path: string | null }) {
  const [missing, setMissing] = useState<string>()
  if (path === null || path === missing) return <StreamPlaceholder username={username} />
  return <img src={atServer(path)} alt="" loading="lazy" width={640} height={360} onError={() => setMissing(path)} />
}
