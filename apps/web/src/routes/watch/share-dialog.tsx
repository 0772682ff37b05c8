import { embedCode } from '@waggle/contract/embed'
import { Copy, Share2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { watchPath } from '../../paths.ts'
import { watchTexts as texts } from '../../texts/watch.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './share-dialog.module.css'

const embedSize = { width: 640, height: 360 }

/** The channel's link and its player's HTML, to be copied or handed to an app of the phone. */
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
        <CopyRow label={texts.link} value={address} copiedText={texts.linkCopied} />
        <CopyRow label={texts.embed} value={code} copiedText={texts.embedCopied} hint={texts.embedHint} />
      </div>
    </Modal>
  )
}

function CopyRow({
  label,
  value,
  copiedText,
  hint,
}: {
  label: string
  value: string
  copiedText: string
  hint?: string
}) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy(): Promise<void> {
    if (await copyText(value, field.current)) toast(copiedText)
    else toast(texts.copyFailed, 'error')
  }

  return (
    <div className={styles.part}>
      <div className={styles.row}>
        <label htmlFor={id}>{label}</label>
        <Button aria-label={texts.copyLabel(label)} onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" />
          {texts.copy}
        </Button>
      </div>
      <textarea
        ref={field}
        id={id}
        className={hint ? undefined : styles.oneLine}
        value={value}
        rows={hint ? 5 : 1}
        readOnly
        spellCheck={false}
        aria-describedby={hint && `${id}-hint`}
        onFocus={({ target }) => target.select()}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
