import type { ActiveStream } from '@waggle/contract/endpoints'
import { directoryPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { categoryOf, categoryText } from '../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import styles from './home.module.css'

/** The categories of the live streams, those with the most streams first; each leads to its place in the directory. */
export function CategoryChips({ streams }: { streams: readonly ActiveStream[] }) {
  const counts = new Map<string, number>()
  for (const stream of streams) counts.set(categoryOf(stream), (counts.get(categoryOf(stream)) ?? 0) + 1)
  const categories = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
  return (
    <nav className={styles.chips} aria-label={texts.categories}>
      <Link href={pagePaths.directory} className="chip">
        {texts.allStreams}
        <span className={styles.count}>{streams.length}</span>
      </Link>
      {categories.map(([category, count]) => (
        <Link key={category} href={directoryPath({ category })} className="chip">
          {categoryText(category)}
          <span className={styles.count}>{count}</span>
        </Link>
      ))}
    </nav>
  )
}
