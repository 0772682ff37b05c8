import { CircleQuestionMark, Compass, Heart, House } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { AdFrame } from '../features/ads/ad-frame.tsx'
import { ActiveStreams } from '../features/streams/active-streams.tsx'
import { paths } from '../paths.ts'
import styles from './sidebar.module.css'

const links = [
  { path: paths.home, label: 'Home', Icon: House },
  { path: paths.directory, label: 'Directory', Icon: Compass },
  { path: paths.following, label: 'Following', Icon: Heart },
  { path: paths.faq, label: 'FAQ', Icon: CircleQuestionMark },
]

function Navigation() {
  const [location] = useLocation()
  return (
    <nav className={styles.nav} aria-label="Main">
      <ul>
        {links.map(({ path, label, Icon }) => (
          <li key={path}>
            <Link href={path} className={styles.link} aria-current={location === path ? 'page' : undefined}>
              <Icon size={21} aria-hidden="true" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A column beside the page; a bar of links at the bottom of narrow screens. */
export function Sidebar() {
  return (
    <aside className={styles.sidebar} aria-label="Sidebar">
      <Navigation />
      <div className={styles.streams}>
        <ActiveStreams />
      </div>
      <div className={styles.ad}>
        <AdFrame />
      </div>
    </aside>
  )
}
