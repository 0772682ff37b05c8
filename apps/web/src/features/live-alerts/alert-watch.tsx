import { useQuery } from '@tanstack/react-query'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { streamsQuery } from '../../lib/queries/streams-query.ts'
import { watchedChannel } from '../../paths.ts'
import { liveAlertTexts as texts } from '../../texts/viewer/channel/live-alerts.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { createNewlyLiveFinder } from './newly-live.ts'

/** Looks who is live, and notifies the user of these channels. */
export function AlertWatch({
  channels,
  watchPath,
}: {
  channels: readonly string[]
  watchPath: (username: string) => string
}) {
  const [findNewlyLive] = useState(createNewlyLiveFinder)
  const { data } = useQuery({
    ...streamsQuery,
    // An alert matters most while the page is hidden.
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    if (data) for (const stream of findNewlyLive(data, channels)) notify(stream, watchPath(stream.username))
  }, [data, channels, findNewlyLive, watchPath])
  return null
}

function notify(stream: ActiveStream, path: string): void {
  if (document.visibilityState === 'visible' && watchedChannel(location) === stream.username) return
  const title = texts.isLive(stream.username)
  // The user may have withdrawn the permission. The browser would then drop the notification without an error.
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') {
    toast(title)
    return
  }
  try {
    // Every open tab notifies: the tag makes the browser show one notification.
    const notification = new Notification(title, { body: stream.title, icon: stream.avatar, tag: stream.id })
    notification.onclick = () => {
      window.focus()
      navigate(path)
      notification.close()
    }
  } catch {
    // Browsers on phones show notifications only through a service worker.
    toast(title)
  }
}
