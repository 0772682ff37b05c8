import { X } from 'lucide-react'
import { Link } from 'wouter'
import { languageName } from '../../texts/contract/choices.ts'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import styles from './directory.module.css'
import type { DirectoryQuery } from './directory-query.ts'

/** The chosen language, and the tags with the number of streams that each leads to. What is chosen leads back to all. */
export function TagChips({
  tags,
  chosen: { language, tag: chosenTag },
  addressWith,
}: {
  tags: ReadonlyMap<string, number>
  chosen: Pick<DirectoryQuery, 'language' | 'tag'>
  addressWith: (change: Partial<DirectoryQuery>) => string
}) {
  if (tags.size === 0 && language === '') return null
  return (
    <nav className={styles.tags} aria-label={streamTexts.tags}>
      {language !== '' && (
        <Chosen href={addressWith({ language: '' })} title={texts.withoutLanguage(languageName(language))}>
          {languageName(language)}
        </Chosen>
      )}
      {[...tags].map(([tag, count]) =>
        tag === chosenTag ? (
          <Chosen key={tag} href={addressWith({ tag: '' })} title={texts.withoutTag(tag)}>
            {tag}
          </Chosen>
        ) : (
          <Link key={tag} href={addressWith({ tag })} className="chip">
            {tag}
            <span className={styles.count}>{count}</span>
          </Link>
        ),
      )}
    </nav>
  )
}

function Chosen({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <Link href={href} className="chip" aria-current="true" title={title}>
      {children}
      <X size={14} aria-hidden="true" />
    </Link>
  )
}
