import { pagePaths, searchPath } from '@waggle/contract/pages/page-addresses'
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { OtherChannels } from './channel/other-channels.tsx'
import styles from './no-channel.module.css'

/** The watch page without a name (rule WATCH-1), or of one that no account has (rule WATCH-5). */
export function NoChannel({ username }: { username: string }) {
  const isMissing = username === ''
  return (
    <>
      <Notice
        title={isMissing ? texts.missingTitle : texts.noChannel(username)}
        icon={isMissing ? undefined : <SearchX size={34} />}
        action={
          <>
            <Link href={pagePaths.home} className={buttonClass('primary')}>
              {texts.seeLive}
            </Link>
            {!isMissing && (
              <Link href={searchPath(username)} className={buttonClass()}>
                {texts.searchFor(username)}
              </Link>
            )}
          </>
        }
      >
        {isMissing ? texts.missing : texts.noChannelHint}
      </Notice>
      <div className={styles.others}>
        <OtherChannels username={username} isLive={false} />
      </div>
    </>
  )
}
