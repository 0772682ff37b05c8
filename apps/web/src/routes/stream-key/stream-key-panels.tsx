import { useState } from 'react'
import { Announcements } from '../../features/posting-authority/announcements.tsx'
import { PostingAuthority } from '../../features/posting-authority/posting-authority.tsx'
import { StreamCheck } from '../../features/stream-health/stream-check.tsx'
import { BroadcastGuide } from '../../features/stream-key/broadcast-guide.tsx'
import { ObsProfileDownload } from '../../features/stream-key/obs-profile-download.tsx'
import { StreamKeyGenerator } from '../../features/stream-key/stream-key-generator.tsx'
import { useIsWalletFound, wallet } from '../../features/wallet/wallet.ts'
import { useSite } from '../../lib/site.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import styles from './stream-key.module.css'

/** The steps from a stream key to a checked stream. Only the state of this page holds the key. */
export function StreamKeyPanels({ user }: { user: string }) {
  const [streamKey, setStreamKey] = useState<string>()
  const isWalletFound = useIsWalletFound()
  const site = useSite()
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{texts.heading}</h1>
        <p className={styles.user}>{texts.loggedInAs(user)}</p>
      </header>
      <StreamKeyGenerator wallet={wallet} streamKey={streamKey} onGenerated={setStreamKey} />
      <BroadcastGuide rtmpUrl={site?.rtmpUrl} />
      {site && <ObsProfileDownload rtmpUrl={site.rtmpUrl} streamKey={streamKey} />}
      <StreamCheck user={user} />
      {site && (
        <PostingAuthority
          user={user}
          posterAccount={site.posterAccount}
          wallet={wallet}
          isWalletFound={isWalletFound}
        />
      )}
      <Announcements wallet={wallet} isWalletFound={isWalletFound} />
    </div>
  )
}
