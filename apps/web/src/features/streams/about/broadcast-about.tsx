import type { StreamInfo } from '@waggle/contract/endpoints'
import { directoryPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { useId } from 'react'
import { Link } from 'wouter'
import { LinkedText } from '../../../lib/format/linked-text.tsx'
import { categoryText, languageName } from '../../../texts/contract/choices.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './about.module.css'

type About = Pick<StreamInfo, 'category' | 'language' | 'tags' | 'description'>

/** What a broadcast is about: its tags, and what its streamer wrote of it. */
export function BroadcastAbout({ about }: { about: About }) {
  return (
    <div className={styles.about}>
      <BroadcastTags about={about} />
      <BroadcastDescription>{about.description}</BroadcastDescription>
    </div>
  )
}

/** Each tag leads to the streams that share it. */
export function BroadcastTags({
  about: { category, language, tags },
  isLive = false,
}: {
  /** Without a category where that is empty. */
  about: Omit<About, 'description'>
  isLive?: boolean
}) {
  if (!category && !language && tags.length === 0) return null
  return (
    <ul className={styles.tags} aria-label={texts.tags}>
      {category && <Tag text={categoryText(category)} path={directoryPath({ category })} isCategory />}
      {isLive && <Tag text={texts.liveTag} path={pagePaths.directory} />}
      {language && <Tag text={languageName(language)} path={directoryPath({ language })} />}
      {tags.map((tag) => (
        <Tag key={tag} text={tag} path={directoryPath({ tag })} />
      ))}
    </ul>
  )
}

/** With its links; nothing where it is empty. */
export function BroadcastDescription({ children }: { children: string }) {
  const headingId = useId()
  if (children === '') return null
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {texts.description}
      </h2>
      <p className={styles.description}>
        <LinkedText text={children} />
      </p>
    </section>
  )
}

function Tag({ text, path, isCategory = false }: { text: string; path: string; isCategory?: boolean }) {
  return (
    <li>
      <Link href={path} className={isCategory ? styles.category : styles.tag}>
        {text}
      </Link>
    </li>
  )
}
