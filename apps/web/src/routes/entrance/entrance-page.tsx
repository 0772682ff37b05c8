import type { Entrance } from '@waggle/contract/admission/entrance'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { useSignIn } from '../../features/auth/use-sign-in.ts'
import { EnterSite } from '../../features/entrance/enter-site.tsx'
import { useWalletDetection, wallet, walletChoice } from '../../features/wallet/wallet.ts'
import { useSession } from '../../session/session.tsx'
import { authTexts } from '../../texts/account/auth.ts'
import { entranceTexts as texts } from '../../texts/admission/entrance.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { LogoMark } from '../../ui/identity/logo.tsx'
import { ToastRegion } from '../../ui/surfaces/toast.tsx'
import styles from './entrance-page.module.css'

/** All that a private site shows to whoever is no member (rule MEMBER-2). */
export function EntrancePage({ entrance }: { entrance: Entrance }) {
  const { isAuthenticated, isExpired, user, loading } = useSession()
  const form = useSignIn(wallet, () => undefined)
  useWalletDetection(entrance.hive)
  const isKnown = isAuthenticated && !isExpired && user !== null && !form.isBusy

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <LogoMark className={styles.mark} />
        <p className={styles.site}>{entrance.name}</p>
        {isKnown && <EnterSite key={user} user={user} />}
        {!isKnown && loading && !form.isBusy && <PageSpinner label={texts.checking} />}
        {!isKnown && (!loading || form.isBusy) && (
          <>
            <h1 className={styles.title}>{texts.title}</h1>
            {entrance.welcome !== '' && (
              <p className={styles.welcome} dir="auto">
                {entrance.welcome}
              </p>
            )}
            <p className={styles.text}>{texts.forMembers}</p>
            <p className={styles.text}>{authTexts.noPassword}</p>
            <LoginForm form={form} site={entrance} wallet={wallet} walletChoice={walletChoice} />
          </>
        )}
      </div>
      <ToastRegion />
    </main>
  )
}
