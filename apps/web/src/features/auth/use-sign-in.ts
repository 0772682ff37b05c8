import { useState } from 'react'
import type { Signer } from '../../session/account-proof.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { type Signing, useSigning } from './use-signing.ts'

export interface SignInForm extends Pick<Signing, 'isBusy' | 'canClose' | 'cancel'> {
  error: string | null
  hint: string | undefined
  submit(username: string): Promise<void>
  clearError(): void
}

/** The login of the form, as the session shows it (rule AUTH-10). `onSignedIn` is called once, after success. */
export function useSignIn(signer: Signer, onSignedIn: () => void): SignInForm {
  const session = useSessionStore()
  const { error } = useSession()
  const [hint, setHint] = useState<string>()
  const { isBusy, canClose, sign, cancel } = useSigning(signer, session.loginCancel)

  async function submit(username: string): Promise<void> {
    if (isBusy) return
    setHint(undefined)
    session.loginStart()
    const result = await sign(username)
    if (result?.ok) {
      session.loginSuccess({ user: result.user, token: result.token })
      // Whoever is suspended reads so at once.
      void session.verify()
      onSignedIn()
    } else if (result) {
      setHint(result.hint)
      session.loginFailure(result.message)
    }
  }

  return {
    isBusy,
    canClose,
    error,
    hint,
    submit,
    cancel,
    clearError() {
      setHint(undefined)
      session.clearError()
    },
  }
}
