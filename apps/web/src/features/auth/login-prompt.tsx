import type { ComponentProps } from 'react'
import { useStore } from '../../lib/store/use-store.ts'
import { useLoginRequests } from '../../session/session.tsx'
import { LoginDialog } from './login-dialog.tsx'

/** The login dialog, over the page as it is, while something asks for a login (rule AUTH-23). Each page has it once. */
export function LoginPrompt(props: Pick<ComponentProps<typeof LoginDialog>, 'wallet' | 'walletChoice' | 'site'>) {
  const requests = useLoginRequests()
  const { request } = useStore(requests)
  return request && <LoginDialog {...props} reason={request.reason} onClose={requests.dismiss} />
}
