import { Copy, Smartphone } from 'lucide-react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { useSiteName } from '../../lib/site.ts'
import { siteTexts } from '../../texts/site.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { broadcastApps, larixAddress } from './broadcast-apps.ts'
import styles from './stream-key.module.css'

/** How to broadcast with the phone itself (rule KEY-5). `streamKey` is absent until one is generated. */
export function PhoneApp({ rtmpUrl, streamKey }: { rtmpUrl: string | undefined; streamKey: string | undefined }) {
  const [before, or, after] = texts.phone.apps
  return (
    <section className={styles.way}>
      <h3 className={styles.wayTitle}>{texts.phone.title}</h3>
      <p className={styles.text}>
        {before}
        <AppLink {...broadcastApps.larix} />
        {or}
        <AppLink {...broadcastApps.prism} />
        {after}
      </p>
      {rtmpUrl && streamKey !== undefined && <FillIn address={`${rtmpUrl}/${streamKey}`} />}
    </section>
  )
}

function FillIn({ address }: { address: string }) {
  const siteName = useSiteName()
  async function copy(): Promise<void> {
    if (await copyText(address, null)) toast(texts.phone.copied)
    else toast(siteTexts.copyFailed, 'error')
  }

  return (
    <>
      {/* No link: the address, which has the key, is made when it is pressed and stands nowhere in the page. */}
      <Button onClick={() => window.location.assign(larixAddress(address, siteName))}>
        <Smartphone size={18} aria-hidden="true" />
        {texts.phone.open}
      </Button>
      <p className={styles.tip}>{texts.phone.openHint}</p>
      <Button onClick={() => void copy()}>
        <Copy size={18} aria-hidden="true" />
        {texts.phone.copy}
      </Button>
      <p className={styles.tip}>{texts.phone.copyHint}</p>
    </>
  )
}

function AppLink({ name, page }: { name: string; page: string }) {
  return (
    <a href={page} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  )
}
