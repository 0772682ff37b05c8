import { Share2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { ClipSharePopover } from '../../features/share/clip-share-popover.tsx'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { IconButton } from '../../ui/forms/button.tsx'

/** Opens the link of a clip, and the HTML of its player. */
export function ShareClip({ clipId, title }: { clipId: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <IconButton ref={button} label={texts.share} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && <ClipSharePopover clipId={clipId} title={title} anchor={button} onClose={close} />}
    </>
  )
}
