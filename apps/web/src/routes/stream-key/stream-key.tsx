import { loginPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { KeyRound } from 'lucide-react'
import { Link } from 'wouter'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSession } from '../../session/session.tsx'
import { sentences } from '../../texts/contract/sentences.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { StreamKeyPanels } from './stream-key-panels.tsx'

export function StreamKey() {
  useDocumentTitle(texts.pageTitle)
  const { isAuthenticated, user, loading } = useSession()

  if (loading) return <PageSpinner label={texts.checkingLogin} />
  if (isAuthenticated && user) return <StreamKeyPanels key={user} user={user} />
  return (
    <Notice
      title={texts.heading}
      icon={<KeyRound size={34} />}
      action={
        <Link href={loginPath(pagePaths.streamKey)} className={buttonClass('primary', 'large')}>
          {texts.login}
        </Link>
      }
    >
      {sentences.streamKey.loginRequired}
    </Notice>
  )
}
