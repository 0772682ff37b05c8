import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { CircleQuestionMark, Compass, Heart, House } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AdFrame } from '../features/ads/ad-frame.tsx'
import { useFollowedNames } from '../features/follow/use-follow.ts'
import { ActiveStreams } from '../features/streams/active-streams.tsx'
import { lazyExtra } from '../lib/browser/lazy-page.tsx'
import { useMedia } from '../lib/browser/use-media.ts'
import { siteTexts as texts } from '../texts/site.ts'
import styles from './sidebar.module.css'

const links = [
  { path: pagePaths.home, label: texts.home, Icon: House },
  { path: pagePaths.directory, label: texts.directory, Icon: Compass },
  { path: pagePaths.following, label: texts.following, Icon: Heart },
  { path: pagePaths.faq, label: texts.faq, Icon: CircleQuestionMark },
]

// Only pages with a rail that has room to open.
const RailToggle = lazyExtra(async () => (await import('./rail-toggle.tsx')).RailToggle)

function Navigation() {
  const [location] = useLocation()
  return (
    <nav className={styles.nav} aria-label={texts.mainNavigation}>
      <ul>
        {links.map(({ path, label, Icon }) => (
          <li key={path}>
            <Link href={path} className={styles.link} aria-current={location === path ? 'page' : undefined}>
              <Icon size={22} aria-hidden="true" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * A column beside the page (rule SHELL-8), or a rail of icons and pictures, which the visitor may open. On phones its links are a bar at
 * the bottom, and its streams follow a page that does not list them itself; beside a video it is not there. A bar of the page itself
 * takes the place of the links (ui/bottom-bar).
 */
export function Sidebar({ isRail, isBesideVideo }: { isRail: boolean; isBesideVideo: boolean }) {
  const [location] = useLocation()
  const [isOpen, setOpen] = useState(() => document.documentElement.dataset.rail === 'open')
  // In a narrower window the rail stays a rail.
  const hasRoom = useMedia('(width > 1180px)')
  const followed = useFollowedNames()
  return (
    <aside
      data-home={location === pagePaths.home || undefined}
      className={`${styles.sidebar} ${isRail && !isOpen ? styles.rail : ''} ${isBesideVideo ? styles.besideVideo : ''}`}
      aria-label={texts.sidebar}
    >
      <Navigation />
      <div className={styles.streams}>
        <ActiveStreams
          followed={followed}
          action={
            isRail &&
            hasRoom && (
              <div className={styles.toggle}>
                <Suspense>
                  <RailToggle isOpen={isOpen} onToggle={setOpen} />
                </Suspense>
              </div>
            )
          }
        />
      </div>
      <div className={styles.ad}>
        <AdFrame />
      </div>
    </aside>
  )
}
