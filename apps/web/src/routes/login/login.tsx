import { Link, useLocation, useSearchParams } from 'wouter'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { useSignIn } from '../../features/auth/use-sign-in.ts'
import { wallet, walletChoice } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { safeNext } from '../../paths.ts'
import { useSession } from '../../session/session.tsx'
import { authTexts } from '../../texts/account/auth.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { TaskCard } from '../../ui/surfaces/task-card.tsx'

export function Login() {
  useDocumentTitle(authTexts.documentTitle)
  const site = useSite()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const { isAuthenticated, user } = useSession()
  const next = safeNext(search.get('next'))
  const form = useSignIn(wallet, () => navigate(next, { replace: true }))

  if (isAuthenticated && !form.isBusy) {
    return (
      <Notice
        title={authTexts.loggedInAs(user ?? '')}
        action={
          <Link href={next} className={buttonClass('primary')}>
            {authTexts.continue}
          </Link>
        }
      />
    )
  }
  return (
    <TaskCard title={authTexts.loginTitle} text={authTexts.noPassword}>
      <LoginForm form={form} site={site} wallet={wallet} walletChoice={walletChoice} />
    </TaskCard>
  )
}
