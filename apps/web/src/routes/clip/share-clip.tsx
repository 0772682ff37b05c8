import { embedCode } from '@waggle/contract/embed/embed-code'
import { clipEmbedPath, clipPath } from '@waggle/contract/pages/page-addresses'
import { Share2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useSiteName } from '../../lib/site.ts'
import { shareTexts } from '../../texts/share.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import styles from './clip.module.css'

const embedSize = { width: 640, height: 360 }

/** Opens the link of a clip, and the HTML of its player. */
export function ShareClip({ clipId, title }: { clipId: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const siteName = useSiteName()
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const address = location.origin + clipPath(clipId)
  const player = location.origin + clipEmbedPath(clipId)
  const code = embedCode({ address: player, title: replayTexts.embedTitle(title, siteName), ...embedSize })
  return (
    <>
      <IconButton ref={button} label={texts.share} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Popover title={texts.shareTitle} anchor={button} onClose={close}>
          <div className={styles.share}>
            {'share' in navigator && (
              <Button
                kind="primary"
                onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}
              >
                <Share2 size={18} aria-hidden="true" />
                {shareTexts.shareWith}
              </Button>
            )}
            <CopyField label={shareTexts.link} value={address} copiedText={shareTexts.linkCopied} />
            <CopyField
              label={shareTexts.embed}
              value={code}
              copiedText={shareTexts.embedCopied}
              hint={shareTexts.embedHint}
              isLong
            />
          </div>
        </Popover>
      )}
    </>
  )
}
