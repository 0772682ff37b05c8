import { X } from 'lucide-react'
import { useSiteTime } from '../lib/clock/use-site-time.ts'
import { useSite } from '../lib/site.ts'
import { createPreferenceStore } from '../lib/store/preference-store.ts'
import { useStore } from '../lib/store/use-store.ts'
import { siteTexts as texts } from '../texts/site.ts'
import { IconButton } from '../ui/forms/button.tsx'
import styles from './site-banner.module.css'

const closedBanner = createPreferenceStore({
  key: 'waggle.banner',
  defaults: { closed: '' },
  storage: () => localStorage,
})
const checkIntervalMs = 5000

/** What operators tell everybody, until the visitor closes it (rule SITE-10). */
export function SiteBanner() {
  const banner = useSite()?.banner
  const { closed } = useStore(closedBanner)
  const nowMs = useSiteTime(checkIntervalMs)
  if (!banner || banner.id === closed) return null
  if ((banner.from ?? 0) > nowMs || (banner.until ?? Number.POSITIVE_INFINITY) <= nowMs) return null
  return (
    <aside className={styles.banner} aria-label={texts.siteMessage}>
      <p className={styles.text}>{banner.text}</p>
      <IconButton label={texts.closeMessage} onClick={() => closedBanner.setState({ closed: banner.id })}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </aside>
  )
}
