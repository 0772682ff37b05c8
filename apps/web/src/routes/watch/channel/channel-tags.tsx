import type { StreamInfo } from '@waggle/contract/endpoints'
import { searchPath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { categoryText, languageName } from '../../../texts/contract/choices.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './channel.module.css'

/** Category, 'Live', language and the streamer's own tags; each leads to the streams that share it. */
export function ChannelTags({ stream: { category, isLive, language, tags } }: { stream: StreamInfo }) {
  return (
    <ul className={styles.tags} aria-label={texts.tags}>
      <TagItem text={categoryText(category)} path={searchPath(category)} />
      {isLive && <TagItem text={texts.liveTag} path={searchPath('')} />}
      {language && <TagItem text={languageName(language)} path={searchPath(languageName(language))} />}
      {tags.map((tag) => (
        <TagItem key={tag} text={tag} path={searchPath(tag)} />
      ))}
    </ul>
  )
}

function TagItem({ text, path }: { text: string; path: string }) {
  return (
    <li>
      <Link href={path} className={styles.tag}>
        {text}
      </Link>
    </li>
  )
}
