import { useQuery } from '@tanstack/react-query'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { api } from '../../lib/api/api.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { watchedChannel } from '../../paths.ts'
import { liveAlertTexts as texts } from '../../texts/viewer/watch.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { alerts } from './alert-store.ts'
import { createNewlyLive } from './newly-live.ts'

/** Tells on every page of the site when a channel that was asked for goes live. */
export function LiveAlerts({ watchPath }: { watchPath: (username: string) => string }) {
  const { channels } = useStore(alerts)
  return channels.length > 0 && <Watching channels={channels} watchPath={watchPath} />
}

function Watching({ channels, watchPath }: { channels: readonly string[]; watchPath: (username: string) => string }) {
  const [newlyLive] = useState(createNewlyLive)
  const { data } = useQuery({
    queryKey: ['streams'],
    queryFn: async ({ signal }) => (await api('listStreams', { signal })).streams,
    refetchInterval: limits.streamsRefreshMs,
    // Who looks at the page needs no telling; who does not, does.
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    if (data) for (const stream of newlyLive(data, channels)) tell(stream, watchPath(stream.username))
  }, [data, channels, newlyLive, watchPath])
  return null
}

function tell(stream: ActiveStream, path: string): void {
  if (document.visibilityState === 'visible' && watchedChannel(location) === stream.username) return
  const title = texts.isLive(stream.username)
  // Withdrawn since it was asked for: the browser would swallow it silently.
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') {
    toast(title)
    return
  }
  try {
    // Several tabs of the site tell the same: the tag makes it one notification.
    const notification = new Notification(title, { body: stream.title, icon: stream.avatar, tag: stream.id })
    notification.onclick = () => {
      window.focus()
      navigate(path)
      notification.close()
    }
  } catch {
    // Phones have no notifications without a service worker.
    toast(title)
  }
}
