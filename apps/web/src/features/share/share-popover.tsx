import { embedCode } from '@waggle/contract/embed/embed-code'
import { embedPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { Share2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useSiteName } from '../../lib/site.ts'
import { shareTexts } from '../../texts/share.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import styles from './share.module.css'

const embedSize = { width: 640, height: 360 }

/** The channel's link and the HTML of its player, beside the button that opened them. */
export function SharePopover({
  username,
  title,
  anchor,
  onClose,
}: {
  username: string
  title: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const siteName = useSiteName()
  const address = location.origin + watchPath(username)
  const code = embedCode({
    address: location.origin + embedPath(username),
    title: shareTexts.playerOf(username, siteName),
    ...embedSize,
  })
  return (
    <Popover title={shareTexts.shareChannel(username)} anchor={anchor} onClose={onClose}>
      <div className={styles.parts}>
        {'share' in navigator && (
          <Button kind="primary" onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}>
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
  )
}
