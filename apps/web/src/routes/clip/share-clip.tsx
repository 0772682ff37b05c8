import { clipEmbedPath, clipPath } from '@waggle/contract/pages/page-addresses'
import { Share2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { ShareFields } from '../../features/share/share-fields.tsx'
import { useSiteName } from '../../lib/site.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Popover } from '../../ui/popover/popover.tsx'

/** Opens the link of a clip, and the HTML of its player. */
export function ShareClip({ clipId, title }: { clipId: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const siteName = useSiteName()
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <IconButton ref={button} label={texts.share} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Popover title={texts.shareTitle} anchor={button} onClose={close}>
          <ShareFields
            title={title}
            path={clipPath(clipId)}
            player={{ path: clipEmbedPath(clipId), title: replayTexts.embedTitle(title, siteName) }}
          />
        </Popover>
      )}
    </>
  )
}
