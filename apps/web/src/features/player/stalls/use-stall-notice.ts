import { useEffect, useState } from 'react'
import { loadScript } from '../../../lib/browser/load-script.ts'
import { whenIdle } from '../../../lib/browser/when-idle.ts'
import type { StallCause } from './stall-cause.ts'
import type { StallNotice } from './stall-notice.tsx'

type Notice = typeof StallNotice

/** What says why a picture stalls. It is fetched before that happens, because it may be the network; with each stall again until it is here. */
export function useStallNotice(cause: StallCause | null): Notice | undefined {
  const [notice, setNotice] = useState<Notice>()
  const isAwaited = notice === undefined
  const isStalled = cause !== null
  useEffect(() => {
    if (!isAwaited) return
    const load = () =>
      void loadScript(() => import('./stall-notice.tsx')).then(
        (module) => setNotice(() => module.StallNotice),
        () => undefined,
      )
    if (isStalled) load()
    else whenIdle(load)
  }, [isAwaited, isStalled])
  return notice
}
