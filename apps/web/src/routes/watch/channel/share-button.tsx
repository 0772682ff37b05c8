import { embedCode } from '@waggle/contract/embed/embed-code'
import { embedPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { Share2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import styles from './share-button.module.css'

const embedSize = { width: 640, height: 360 }

/** Opens the channel's link and the HTML of its player, to copy or to share through another app. */
export function ShareButton({ username, title }: { username: string; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const address = location.origin + watchPath(username)
  const code = embedCode({
    address: location.origin + embedPath(username),
    title: texts.playerOf(username),
    ...embedSize,
  })
  return (
    <>
      <IconButton ref={button} label={texts.share} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Popover title={texts.shareChannel(username)} anchor={button} onClose={close}>
          <div className={styles.parts}>
            {'share' in navigator && (
              <Button
                kind="primary"
                onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}
              >
                <Share2 size={18} aria-hidden="true" />
                {texts.shareWith}
              </Button>
            )}
            <CopyField label={texts.link} value={address} copiedText={texts.linkCopied} />
            <CopyField label={texts.embed} value={code} copiedText={texts.embedCopied} hint={texts.embedHint} isLong />
          </div>
        </Popover>
      )}
    </>
  )
}
