import type { Site } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { AccountButton } from '../features/auth/account-button.tsx'
import { avatarAddress, useSiteName } from '../lib/site.ts'
import { useStore } from '../lib/store/use-store.ts'
import { useLoginRequests, useSession } from '../session/session.tsx'
import { siteTexts as texts } from '../texts/site.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Button } from '../ui/forms/button.tsx'
import { Logo } from '../ui/identity/logo.tsx'
import { GoLiveLink } from './go-live-link.tsx'
import { RightsLink } from './rights-link.tsx'
import { SearchForm } from './search-form.tsx'
import styles from './top-bar.module.css'

/** `isAboveVideo`: on a phone, where the picture needs its height, there is no top bar (rule SHELL-3). */
export function TopBar({ site, isAboveVideo }: { site: Site | undefined; isAboveVideo: boolean }) {
  const { isAuthenticated, user, loading } = useSession()
  const loginRequests = useLoginRequests()
  const isLoginOpen = useStore(loginRequests).request !== null
  const name = useSiteName()
  return (
    <header className={`${styles.bar} ${isAboveVideo ? styles.aboveVideo : ''}`}>
      <Link href={pagePaths.home} className={styles.logo} aria-label={texts.homeOf(name)}>
        <Logo name={name} picture={site?.logoUrl ?? undefined} />
      </Link>
      <SearchForm />
      <div className={styles.account}>
        {isAuthenticated && user !== null ? (
          <>
            <RightsLink user={user} />
            <GoLiveLink />
            <AccountButton user={user} avatar={avatarAddress(site, user)} />
          </>
        ) : loading && !isLoginOpen ? (
          <Spinner label={texts.checkingLogin} />
        ) : (
          <Button onClick={() => loginRequests.ask({})}>
            <span>
              {texts.login}
              <span className="visually-hidden-on-phone"> {texts.withHive}</span>
            </span>
          </Button>
        )}
      </div>
    </header>
  )
}
