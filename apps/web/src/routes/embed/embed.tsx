import { defaultTitle } from '@waggle/contract/channels/defaults'
import { isUsername } from '@waggle/contract/names'
import { channelInQuery, watchPath } from '@waggle/contract/pages/page-addresses'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Player } from '../../features/player/player.tsx'
import { useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { embedTexts as texts } from '../../texts/viewer/embed.ts'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { ToastRegion } from '../../ui/surfaces/toast.tsx'
import styles from './embed.module.css'

/** The player alone, for a frame in another site's page: without sign-in, with a link to the channel. */
export function Embed() {
  const [search] = useSearchParams()
  const username = channelInQuery(search)
  useDocumentTitle(texts.page(username))
  if (!isUsername(username)) return <NoChannel />
  return <EmbeddedChannel key={username} username={username} />
}

function NoChannel() {
  return <Notice title={texts.noChannelTitle}>{texts.noChannel}</Notice>
}

function EmbeddedChannel({ username }: { username: string }) {
  const site = useSite()
  const [isInDoubt, setInDoubt] = useState(false)
  const { info, checkedAtMs, failure, isFailed } = useStreamInfo(username, isInDoubt)
  if (info?.channelExists === false) return <NoChannel />
  const title = info && info.title !== defaultTitle(username) ? info.title : undefined
  return (
    <main className={styles.page}>
      <Player
        username={username}
        stream={info}
        lookup={{ checkedAtMs, failure }}
        isLookupFailed={isFailed}
        onDoubt={setInDoubt}
      />
      <header className={styles.bar}>
        <h1 className={styles.name}>
          {username}
          {title && <span className={styles.title}>{title}</span>}
        </h1>
        <a className={styles.link} href={watchPath(username)} target="_blank" rel="noopener">
          {texts.watchOn(site?.name ?? 'Waggle')}
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      </header>
      <ToastRegion />
    </main>
  )
}
