import type { ActiveStream } from '@waggle/contract/endpoints'
import { directoryPath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { languageName } from '../../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../../texts/viewer/streams.ts'
import styles from './streams.module.css'

const shownMax = 3

/** The streamer's first tags and the language; each leads to the streams that share it. */
export function StreamTags({ stream: { tags, language } }: { stream: ActiveStream }) {
  if (tags.length === 0 && !language) return null
  return (
    <ul className={styles.tags} aria-label={texts.tags}>
      {tags.slice(0, shownMax).map((tag) => (
        <li key={tag}>
          <Link href={directoryPath({ tag })} className={styles.tag}>
            {tag}
          </Link>
        </li>
      ))}
      {language && (
        <li>
          <Link href={directoryPath({ language })} className={styles.tag}>
            {languageName(language)}
          </Link>
        </li>
      )}
    </ul>
  )
}
