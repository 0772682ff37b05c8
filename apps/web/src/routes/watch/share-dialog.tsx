import { embedCode } from '@waggle/contract/embed/embed-code'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Share2 } from 'lucide-react'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import styles from './share-dialog.module.css'

const embedSize = { width: 640, height: 360 }

/** The channel's link and the HTML of its player, to copy or to share through another app. */
export function ShareDialog({ username, title, onClose }: { username: string; title: string; onClose: () => void }) {
  const address = location.origin + watchPath(username)
  const code = embedCode({ siteUrl: location.origin, username, title: texts.playerOf(username), ...embedSize })
  return (
    <Modal title={texts.shareChannel(username)} onClose={onClose}>
      <div className={styles.parts}>
        {'share' in navigator && (
          <Button kind="primary" onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}>
            <Share2 size={18} aria-hidden="true" />
            {texts.shareWith}
          </Button>
        )}
        <CopyField label={texts.link} value={address} copiedText={texts.linkCopied} />
        <CopyField label={texts.embed} value={code} copiedText={texts.embedCopied} hint={texts.embedHint} isLong />
      </div>
    </Modal>
  )
}
