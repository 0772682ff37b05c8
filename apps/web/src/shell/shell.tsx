import { pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { LoginPrompt } from '../features/auth/login-prompt.tsx'
import { RenewalDialog } from '../features/auth/renewal-dialog.tsx'
import { LiveAlerts } from '../features/live-alerts/live-alerts.tsx'
import { useWalletDetection, wallet, walletChoice } from '../features/wallet/wallet.ts'
import { useSite } from '../lib/site.ts'
import { siteTexts as texts } from '../texts/site.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { ToastRegion } from '../ui/surfaces/toast.tsx'
import { Footer } from './footer.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame around every page: top bar, sidebar and footer. The watch page has no sidebar (rule SHELL-3). */
export function Shell({ children }: { children: ReactNode }) {
  const site = useSite()
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const lastLocation = useRef(location)
  const isWatching = location === pagePaths.watch
  useWalletDetection(site?.hive)

  useEffect(() => {
    if (lastLocation.current === location) return
    lastLocation.current = location
    // A new page starts at its top, and screen readers start reading in it.
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [location])

  return (
    <>
      <a className={styles.skip} href="#main">
        {texts.skip}
      </a>
      <TopBar site={site} />
      <div className={styles.body}>
        {!isWatching && <Sidebar />}
        <div className={styles.column}>
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className={`${styles.main} ${isWatching ? styles.watching : styles.padded}`}
          >
            <ErrorBoundary key={location}>{children}</ErrorBoundary>
          </main>
          {!isWatching && <Footer />}
        </div>
      </div>
      <LiveAlerts watchPath={watchPath} />
      <LoginPrompt wallet={wallet} walletChoice={walletChoice} site={site} />
      <RenewalDialog signer={wallet} />
      <ToastRegion />
    </>
  )
}
