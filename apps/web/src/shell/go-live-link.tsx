import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { RadioTower } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useStreams } from '../features/streams/use-streams.ts'
import { useSession } from '../session/session.tsx'
import { siteTexts } from '../texts/site.ts'
import { buttonClass } from '../ui/forms/button.tsx'
import styles from './top-bar.module.css'

/** Leads everybody who is logged in to a broadcast of their own, but for who is live and for the pages of whoever broadcasts. */
export function GoLiveLink() {
  const [path] = useLocation()
  const { user } = useSession()
  const isLive = useStreams().streams?.some(({ username }) => username === user)
  if (isLive || path === pagePaths.streamKey || path.startsWith(pagePaths.dashboard)) return null
  return (
    <Link href={pagePaths.streamKey} className={`${buttonClass('secondary')} ${styles.goLive}`}>
      <RadioTower size={18} aria-hidden="true" />
      {siteTexts.goLive}
    </Link>
  )
}
