import { Copy } from 'lucide-react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { siteTexts } from '../../texts/site.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './stream-key.module.css'

/** How to broadcast with the phone itself (rule KEY-5). `streamKey` is absent until one is generated. */
export function PhoneApp({ rtmpUrl, streamKey }: { rtmpUrl: string | undefined; streamKey: string | undefined }) {
  async function copy(): Promise<void> {
    if (await copyText(`${rtmpUrl}/${streamKey}`, null)) toast(texts.phone.copied)
    else toast(siteTexts.copyFailed, 'error')
  }

  return (
    <section className={styles.way}>
      <h3 className={styles.wayTitle}>{texts.phone.title}</h3>
      <p className={styles.text}>{texts.phone.apps}</p>
      {rtmpUrl && streamKey !== undefined && (
        <>
          <Button onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            {texts.phone.copy}
          </Button>
          <p className={styles.tip}>{texts.phone.copyHint}</p>
        </>
      )}
    </section>
  )
}
