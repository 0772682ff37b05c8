import { KeyRound } from 'lucide-react'
import { Link } from 'wouter'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { loginPath, paths } from '../../paths.ts'
import { useSession } from '../../session/session.tsx'
import { sentences } from '../../texts/sentences.ts'
import { streamKeyTexts as texts } from '../../texts/stream-key.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
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
        <Link href={loginPath(paths.streamKey)} className={buttonClass('primary', 'large')}>
          {texts.login}
        </Link>
      }
    >
      {sentences.streamKey.loginRequired}
    </Notice>
  )
}
