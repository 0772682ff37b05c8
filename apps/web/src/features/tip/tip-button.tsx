import { HandCoins } from 'lucide-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { useIsOwn, useLoginRequests, useSession } from '../../session/session.tsx'
import type { AskedWallet } from '../../session/use-wallet-mutation.ts'
import { tipTexts } from '../../texts/viewer/tip.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { TipWallet } from './send-tip.ts'

// Few viewers open it.
const TipPopover = lazyOverlay(async () => (await import('./tip-popover.tsx')).TipPopover)

/**
 * Opens the form in which a viewer sends HIVE or HBD to the streamer. While logged out it asks for a login first. The user's own
 * channel has no button.
 */
export function TipButton({
  channel,
  streamId,
  wallet,
  size,
}: {
  channel: string
  streamId: string
  wallet: TipWallet & AskedWallet
  size?: 'small'
}) {
  const { user } = useSession()
  const isOwn = useIsOwn(channel)
  const loginRequests = useLoginRequests()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])

  function press(): void {
    if (isOpen) close()
    else loginRequests.ask({ reason: tipTexts.loginRequired, onLoggedIn: () => setOpen(true) })
  }

  if (isOwn) return null
  return (
    <>
      <Button ref={button} {...(size && { size })} aria-expanded={isOpen} onClick={press}>
        <HandCoins size={18} aria-hidden="true" />
        <span>{tipTexts.tip}</span>
      </Button>
      {isOpen && user && (
        <Suspense>
          <TipPopover
            user={user}
            channel={channel}
            streamId={streamId}
            wallet={wallet}
            anchor={button}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
