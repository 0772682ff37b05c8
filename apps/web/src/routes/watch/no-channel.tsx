import { pagePaths, searchPath } from '@waggle/contract/pages/page-addresses'
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { noChannelTexts as texts } from '../../texts/viewer/channel/no-channel.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { DeadEnd } from '../not-found/dead-end.tsx'

/** The watch page without a name (rule WATCH-1), or of one that no account has (rule WATCH-5). */
export function NoChannel({ username }: { username: string }) {
  const isMissing = username === ''
  return (
    <DeadEnd
      title={isMissing ? texts.missingTitle : texts.noChannel(username)}
      icon={<SearchX size={34} />}
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
    </DeadEnd>
  )
}
