import { Link, useLocation, useSearchParams } from 'wouter'
import { loginTitle } from '../../features/auth/login-dialog.tsx'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { useSignIn } from '../../features/auth/use-sign-in.ts'
import { wallet } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { safeNext } from '../../paths.ts'
import { useSession } from '../../session/session.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './login.module.css'

export function Login() {
  useDocumentTitle('Login')
  const site = useSite()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const { isAuthenticated, user } = useSession()
  const next = safeNext(search.get('next'))
  const form = useSignIn(wallet, () => navigate(next, { replace: true }))

  if (isAuthenticated && !form.isBusy) {
    return (
      <Notice
        title={`You are logged in as @${user}`}
        action={
          <Link href={next} className={buttonClass('primary')}>
            Continue
          </Link>
        }
      />
    )
  }
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <LogoMark className={styles.mark} />
        <h1 className={styles.title}>{loginTitle}</h1>
        <p className={styles.text}>Your wallet signs a message. There is no password, and no key leaves the wallet.</p>
        <LoginForm form={form} site={site} />
      </div>
    </div>
  )
}
