import type { StreamInfo } from '@waggle/contract/endpoints'
import { directoryPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { useId } from 'react'
import { Link } from 'wouter'
import { LinkedText } from '../../../lib/format/linked-text.tsx'
import { categoryText, languageName } from '../../../texts/contract/choices.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './about.module.css'

/** What a broadcast is about: its tags, each of which leads to the streams that share it, and what its streamer wrote of it. */
export function BroadcastAbout({
  about: { category, language, tags, description },
  isLive = false,
}: {
  /** Without a description where that is empty. */
  about: Pick<StreamInfo, 'category' | 'language' | 'tags' | 'description'>
  isLive?: boolean
}) {
  const headingId = useId()
  return (
    <div className={styles.about}>
      <ul className={styles.tags} aria-label={texts.tags}>
        <Tag text={categoryText(category)} path={directoryPath({ category })} />
        {isLive && <Tag text={texts.liveTag} path={pagePaths.directory} />}
        {language && <Tag text={languageName(language)} path={directoryPath({ language })} />}
        {tags.map((tag) => (
          <Tag key={tag} text={tag} path={directoryPath({ tag })} />
        ))}
      </ul>
      {description && (
        <section className={styles.card} aria-labelledby={headingId}>
          <h2 id={headingId} className={styles.title}>
            {texts.description}
          </h2>
          <p className={styles.description}>
            <LinkedText text={description} />
          </p>
        </section>
      )}
    </div>
  )
}

function Tag({ text, path }: { text: string; path: string }) {
  return (
    <li>
      <Link href={path} className={styles.tag}>
        {text}
      </Link>
    </li>
  )
}
