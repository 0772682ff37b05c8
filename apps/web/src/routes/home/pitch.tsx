import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { RadioTower } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { siteTexts } from '../../texts/site.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import styles from './home.module.css'

/** Why and where to start a stream of one's own. `primary` where nothing else on the page is. */
export function Pitch({ kind, children }: { kind: 'primary' | 'secondary'; children?: ReactNode }) {
  return (
    <div className={`${styles.pitch} ${kind === 'primary' ? styles.isAlone : ''}`}>
      <div>
        {children}
        <p className={styles.pitchText}>{texts.pitch}</p>
      </div>
      <Link href={pagePaths.streamKey} className={buttonClass(kind, 'large')}>
        <RadioTower size={18} aria-hidden="true" />
        {siteTexts.goLive}
      </Link>
    </div>
  )
}
