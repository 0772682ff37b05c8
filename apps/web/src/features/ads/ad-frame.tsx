import { limits } from '@waggle/contract/limits'
import { useSite } from '../../lib/site.ts'
import { siteTexts } from '../../texts/site.ts'
import styles from './ad-frame.module.css'

/**
 * An advertisement of the operator's choice, as far from the site as a browser can hold it. Never `allow-same-origin`: such a
 * frame would receive the wallet's answers.
 */
export function AdFrame() {
  const address = useSite()?.adUrl
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
            src={address}
          />
        )}
      </div>
    </div>
  )
}
