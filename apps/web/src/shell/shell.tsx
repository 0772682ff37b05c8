import { pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { LoginPrompt } from '../features/auth/login-prompt.tsx'
import { RenewalPrompt } from '../features/auth/renewal-prompt.tsx'
import { LiveAlerts } from '../features/live-alerts/live-alerts.tsx'
import { smallPlayback } from '../features/player/small/small-playback.ts'
import { useWalletDetection, wallet, walletChoice } from '../features/wallet/wallet.ts'
import { lazyComponent } from '../lib/browser/lazy-page.tsx'
import { useSite } from '../lib/site.ts'
import { useStore } from '../lib/store/use-store.ts'
import { isPathOf } from '../paths.ts'
import { useSession } from '../session/session.tsx'
import { siteTexts as texts } from '../texts/site.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { ToastRegion } from '../ui/surfaces/toast.tsx'
import { Footer } from './footer.tsx'
import { frame } from './frame.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SiteBanner } from './site-banner.tsx'
import { TopBar } from './top-bar.tsx'

// Few people are ever restricted from anything.
const SuspensionBanner = lazyComponent(async () => (await import('./suspension-banner.tsx')).SuspensionBanner)
// Only after a visit to a channel.
const SmallPlayer = lazyComponent(async () => (await import('../features/player/small/small-player.tsx')).SmallPlayer)

/**
 * The frame around every page: top bar, sidebar and footer. Beside the pages of live and recorded broadcasts, clips, the dashboard with the
 * page of the stream key, and the console, which need the width, the sidebar is a rail; on a phone a page of a picture has neither (rule SHELL-3).
 */
export function Shell({ children }: { children: ReactNode }) {
  const site = useSite()
  const { restrictions } = useSession()
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const lastLocation = useRef(location)
  const { isDeadEnd } = useStore(frame)
  const isOfPicture = location === pagePaths.watch || isPathOf('replay', location) || isPathOf('clip', location)
  const isWatching = isOfPicture && !isDeadEnd
  const isAtWork = ([pagePaths.dashboard, pagePaths.streamKey, pagePaths.operate] as string[]).includes(location)
  const { current: kept } = useStore(smallPlayback)
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
      <TopBar site={site} isAboveVideo={isWatching} />
      <SiteBanner />
      {/* Beside a broadcast the chat says it, and the picture needs the height. */}
      {!isWatching && restrictions.length > 0 && (
        <Suspense>
          <SuspensionBanner />
        </Suspense>
      )}
      <div className={`${styles.body} ${isWatching ? styles.watching : ''}`}>
        <Sidebar isRail={isWatching || isAtWork} isBesideVideo={isWatching} />
        <div className={styles.column}>
          <main ref={main} id="main" tabIndex={-1} className={`${styles.main} ${isWatching ? '' : styles.padded}`}>
            {isWatching && (
              <Link href={pagePaths.home} className={styles.back} aria-label={texts.backToHome}>
                <ChevronLeft size={24} aria-hidden="true" />
              </Link>
            )}
            <ErrorBoundary key={location}>{children}</ErrorBoundary>
          </main>
          {!isWatching && <Footer pages={site?.pages ?? []} />}
        </div>
      </div>
      {kept && (
        <Suspense>
          <SmallPlayer key={kept.streamId} kept={kept} />
        </Suspense>
      )}
      <LiveAlerts watchPath={watchPath} />
      <LoginPrompt wallet={wallet} walletChoice={walletChoice} site={site} />
      <RenewalPrompt signer={wallet} />
      <ToastRegion />
    </>
  )
}
