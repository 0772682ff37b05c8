import { Suspense } from 'react'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { useStore } from '../../lib/store/use-store.ts'
import { useLoginRequests } from '../../session/session.tsx'
import type { LoginDialogProps } from './login-dialog.tsx'

// Most visits do without it.
const LoginDialog = lazyOverlay(async () => (await import('./login-dialog.tsx')).LoginDialog)

/** The login dialog, over the page as it is, while something asks for a login (rule AUTH-23). Each page has it once. */
export function LoginPrompt(props: Pick<LoginDialogProps, 'wallet' | 'walletChoice' | 'site'>) {
  const requests = useLoginRequests()
  const { request } = useStore(requests)
  return (
    request && (
      <Suspense>
        <LoginDialog {...props} reason={request.reason} onClose={requests.dismiss} />
      </Suspense>
    )
  )
}
