import { limits } from '@waggle/contract/limits'
import { houseAdPath } from '@waggle/contract/pages/page-addresses'
import { atServer } from '../../lib/server-addresses.ts'
import { useSite } from '../../lib/site.ts'
import { language } from '../../texts/language/language.ts'
import { siteTexts } from '../../texts/site.ts'
import styles from './ad-frame.module.css'

/**
 * An advertisement of the operator's choice, isolated from the site. Never `allow-same-origin`: a frame of the same origin would
 * receive the wallet's answers (rule AD-3).
 */
export function AdFrame() {
  const site = useSite()
  const address = site?.adUrl
  if (site && !address) return null
  return (
    <div className={styles.ad}>
      <span className={styles.label}>{siteTexts.advertisement}</span>
      <div className={styles.frame}>
        {address && (
          <iframe
            title={siteTexts.advertisement}
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            allow=""
            loading="lazy"
            width={limits.sidebarAdWidthPx}
            height={limits.sidebarAdHeightPx}
            // The address of somebody else's page stays as it was given.
            src={address === atServer(houseAdPath) ? `${address}?lang=${language}` : address}
          />
        )}
      </div>
    </div>
  )
}
