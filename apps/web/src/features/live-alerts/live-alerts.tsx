import { Suspense } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useStore } from '../../lib/store/use-store.ts'
import { alerts } from './alert-store.ts'

// Few visitors have asked for alerts.
const AlertWatch = lazyComponent(async () => (await import('./alert-watch.tsx')).AlertWatch)

/** Notifies the user on every page of the site when a channel with an alert goes live. */
export function LiveAlerts({ watchPath }: { watchPath: (username: string) => string }) {
  const { channels } = useStore(alerts)
  if (channels.length === 0) return null
  return (
    <Suspense>
      <AlertWatch channels={channels} watchPath={watchPath} />
    </Suspense>
  )
}
