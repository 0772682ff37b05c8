import type { StreamInfo } from '@waggle/contract/endpoints'
import { directoryPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { categoryText, languageName } from '../../../texts/contract/choices.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import styles from './channel.module.css'

/** Category, 'Live', language and the streamer's own tags; each leads to the streams that share it. */
export function ChannelTags({ stream: { category, isLive, isStopped, language, tags } }: { stream: StreamInfo }) {
  return (
    <ul className={styles.tags} aria-label={texts.tags}>
      <TagItem text={categoryText(category)} path={directoryPath({ category })} />
      {isLive && !isStopped && <TagItem text={texts.liveTag} path={pagePaths.directory} />}
      {language && <TagItem text={languageName(language)} path={directoryPath({ language })} />}
      {tags.map((tag) => (
        <TagItem key={tag} text={tag} path={directoryPath({ tag })} />
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
