import { Share2 } from 'lucide-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { lazyOverlay } from '../../../lib/browser/lazy-page.tsx'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { IconButton } from '../../../ui/forms/button.tsx'

// Few viewers open it.
const SharePopover = lazyOverlay(async () => (await import('../../../features/share/share-popover.tsx')).SharePopover)

/** Opens the channel's link and the HTML of its player, to copy or to share through another app. */
export function ShareButton({ username, title }: { username: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <IconButton ref={button} label={texts.share} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <SharePopover username={username} title={title} anchor={button} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
