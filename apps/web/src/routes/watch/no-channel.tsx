import { searchPath } from '@waggle/contract/pages/page-addresses'
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'

/** The watch page of a name that no account has (rule WATCH-5). */
export function NoChannel({ username }: { username: string }) {
  return (
    <Notice
      title={texts.noChannel(username)}
      icon={<SearchX size={34} />}
      action={
        <Link href={searchPath(username)} className={buttonClass('primary')}>
          {texts.searchFor(username)}
        </Link>
      }
    >
      {texts.noChannelHint}
    </Notice>
  )
}
