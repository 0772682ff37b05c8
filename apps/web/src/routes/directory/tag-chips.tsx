import { X } from 'lucide-react'
import { Link } from 'wouter'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import styles from './directory.module.css'

/** The tags of the listed streams. The chosen one leads back to all. */
export function TagChips({
  tags,
  chosen,
  addressOf,
}: {
  tags: readonly string[]
  /** Empty for none. */
  chosen: string
  addressOf: (tag: string) => string
}) {
  if (tags.length === 0) return null
  return (
    <nav className={styles.tags} aria-label={streamTexts.tags}>
      {tags.map((tag) =>
        tag === chosen ? (
          <Link key={tag} href={addressOf('')} className="chip" aria-current="true" title={texts.withoutTag(tag)}>
            {tag}
            <X size={14} aria-hidden="true" />
          </Link>
        ) : (
          <Link key={tag} href={addressOf(tag)} className="chip">
            {tag}
          </Link>
        ),
      )}
    </nav>
  )
}
