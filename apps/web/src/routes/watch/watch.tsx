import { channelInQuery } from '@waggle/contract/pages/page-addresses'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { loadHls } from '../../features/player/engines/hls/load-hls.ts'
import { firstMode } from '../../features/player/engines/modes/first-mode.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { NoChannel, WatchChannel } from './watch-channel.tsx'

export function Watch() {
  const [search] = useSearchParams()
  const username = channelInQuery(search)
  useDocumentTitle(username || texts.page)

  useEffect(() => {
    // Fetched while the stream is being looked up. The player reports a failure.
    if (username !== '' && firstMode() === 'low-delay') loadHls().catch(() => undefined)
  }, [username])

  if (username === '') return <NoChannel username="" />
  return <WatchChannel key={username} username={username} />
}
