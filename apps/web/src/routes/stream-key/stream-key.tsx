import { KeyRound } from 'lucide-react'
import { Link } from 'wouter'
import { Announcements } from '../../features/posting-authority/announcements.tsx'
import { PostingAuthority } from '../../features/posting-authority/posting-authority.tsx'
import { BroadcastGuide } from '../../features/stream-key/broadcast-guide.tsx'
import { StreamKeyGenerator } from '../../features/stream-key/stream-key-generator.tsx'
import { useIsWalletFound, wallet } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { loginPath, paths } from '../../paths.ts'
import { useSession } from '../../session/session.tsx'
import { sentences } from '../../texts/sentences.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import styles from './stream-key.module.css'

export function StreamKey() {
  useDocumentTitle('Stream Key')
  const { isAuthenticated, user, loading } = useSession()
  const isWalletFound = useIsWalletFound()
  const site = useSite()

  if (loading) return <PageSpinner label="Checking your login" />
  if (!isAuthenticated) {
    return (
      <Notice
        title="Stream Key Generator"
        icon={<KeyRound size={34} />}
        action={
          <Link href={loginPath(paths.streamKey)} className={buttonClass('primary', 'large')}>
            Login with Hive
          </Link>
        }
      >
        {sentences.streamKey.loginRequired}
      </Notice>
    )
  }
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Stream Key Generator</h1>
        <p className={styles.user}>Logged in as: @{user}</p>
      </header>
      <StreamKeyGenerator key={user} signer={wallet} isWalletFound={isWalletFound} />
      <BroadcastGuide rtmpUrl={site?.rtmpUrl} />
      {user && site && (
        <PostingAuthority
          key={`authority-${user}`}
          user={user}
          posterAccount={site.posterAccount}
          wallet={wallet}
          isWalletFound={isWalletFound}
        />
      )}
      <Announcements key={`announcements-${user}`} wallet={wallet} isWalletFound={isWalletFound} />
    </div>
  )
}
