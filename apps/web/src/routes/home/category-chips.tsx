import type { ActiveStream } from '@waggle/contract/endpoints'
import { directoryPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { liveCategories } from '../../features/streams/live-categories.ts'
import { categoryText } from '../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import styles from './home.module.css'

/** The categories of the live streams, in the order of rule DIR-3. The page has all of them; each leads to its place in the directory. */
export function CategoryChips({ streams }: { streams: readonly ActiveStream[] }) {
  return (
    <nav className={styles.chips} aria-label={texts.categories}>
      <Link href={pagePaths.directory} className="chip" aria-current="true">
        {texts.allStreams}
        <span className={styles.count}>{streams.length}</span>
      </Link>
      {liveCategories(streams).map(({ category, streams: count }) => (
        <Link key={category} href={directoryPath({ category })} className="chip">
          {categoryText(category)}
          <span className={styles.count}>{count}</span>
        </Link>
      ))}
    </nav>
  )
}
