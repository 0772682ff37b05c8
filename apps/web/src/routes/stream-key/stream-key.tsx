import { KeyRound } from 'lucide-react'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { useSignIn } from '../../features/auth/use-sign-in.ts'
import { wallet, walletChoice } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { useSession } from '../../session/session.tsx'
import { sentences } from '../../texts/contract/sentences.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { TaskCard } from '../../ui/surfaces/task-card.tsx'
import { StreamKeyPanels } from './stream-key-panels.tsx'

/** Signed out, the page has the login itself: from there to a copied key it is five clicks (rule KEY-10). */
export function StreamKey() {
  useDocumentTitle(texts.pageTitle)
  const { isAuthenticated, user, loading } = useSession()
  if (isAuthenticated && user) return <StreamKeyPanels key={user} user={user} />
  // The form stays while it signs in, which counts as loading too.
  return <SignIn isLoading={loading} />
}

function SignIn({ isLoading }: { isLoading: boolean }) {
  const site = useSite()
  const form = useSignIn(wallet, () => undefined)
  if (isLoading && !form.isBusy) return <PageSpinner label={texts.checkingLogin} />
  return (
    <TaskCard Sign={KeyRound} title={texts.heading} text={sentences.streamKey.loginRequired}>
      <LoginForm form={form} site={site} wallet={wallet} walletChoice={walletChoice} />
    </TaskCard>
  )
}
