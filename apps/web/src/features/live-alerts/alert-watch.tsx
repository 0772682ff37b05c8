import { useQuery } from '@tanstack/react-query'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { streamsQuery } from '../../lib/queries/streams-query.ts'
import { useSite } from '../../lib/site.ts'
import { watchedChannel } from '../../paths.ts'
import { liveAlertMessages as texts } from '../../texts/viewer/channel/live-alert-messages.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { createNewlyLiveFinder } from './newly-live.ts'
import { isPushed, renewPush } from './push/push-alerts.ts'

/** Looks who is live, and notifies the user of these channels. */
export function AlertWatch({
  channels,
  watchPath,
}: {
  channels: readonly string[]
  watchPath: (username: string) => string
}) {
  const [findNewlyLive] = useState(createNewlyLiveFinder)
  const sitePushes = useSite()?.push ?? false
  const { data } = useQuery({
    ...streamsQuery,
    // An alert matters most while the page is hidden.
    refetchIntervalInBackground: true,
  })
  useEffect(() => void renewPush(), [])
  useEffect(() => {
    for (const stream of data ? findNewlyLive(data, channels) : []) {
      void notify(stream, watchPath(stream.username), { sitePushes })
    }
  }, [data, channels, findNewlyLive, watchPath, sitePushes])
  return null
}

async function notify(stream: ActiveStream, path: string, { sitePushes }: { sitePushes: boolean }): Promise<void> {
  const isVisible = document.visibilityState === 'visible'
  if (isVisible && watchedChannel(location) === stream.username) return
  const title = texts.isLive(stream.username)
  if (sitePushes && (await isPushed())) {
    // The notification is that of the service worker (push/alerts-worker.ts).
    if (isVisible) toast(title)
    return
  }
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
