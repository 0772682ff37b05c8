import { embedCode } from '@waggle/contract/embed/embed-code'
import type { ReactNode } from 'react'
import { shareTexts } from '../../texts/share.ts'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ShareWithApp } from '../../ui/forms/share-with-app.tsx'
import styles from './share.module.css'

const embedSize = { width: 640, height: 360 }

/** What a popover for sharing has: the system's way, the link, and the HTML of a player to frame. Paths are of this site. */
export function ShareFields({
  title,
  path,
  player,
  children,
}: {
  title: string
  path: string
  player: { path: string; title: string }
  /** What changes the link. */
  children?: ReactNode
}) {
  const address = location.origin + path
  const code = embedCode({ address: location.origin + player.path, title: player.title, ...embedSize })
  return (
    <div className={styles.parts}>
      <ShareWithApp title={title} address={address} />
      <CopyField label={shareTexts.link} value={address} copiedText={shareTexts.linkCopied} />
      {children}
      <details>
        <summary className={styles.embed}>{shareTexts.embed}</summary>
        <CopyField
          label={shareTexts.embedCode}
          value={code}
          copiedText={shareTexts.embedCopied}
          hint={shareTexts.embedHint}
          isLong
        />
      </details>
    </div>
  )
}
