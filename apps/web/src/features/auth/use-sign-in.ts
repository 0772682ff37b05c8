import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import type { Signer } from '../../session/account-proof.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { signIn } from './sign-in.ts'

/** A wallet that is closed while locked never answers, so the user can leave a sign-in after this time (rule AUTH-2). */
const canLeaveAfterMs = 5000

export interface SignInForm {
  isBusy: boolean
  /** False only in the first seconds of an attempt. */
  canClose: boolean
  error: string | null
  hint: string | undefined
  submit(username: string): Promise<void>
  /** Abandons the attempt. A later answer of the wallet is ignored. */
  cancel(): void
  clearError(): void
}

/** One sign-in at a time, abandoned when the form unmounts. `onSignedIn` is called once, after success. */
export function useSignIn(signer: Signer, onSignedIn: () => void): SignInForm {
  const session = useSessionStore()
  const { error } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [canLeave, setCanLeave] = useState(false)
  const [hint, setHint] = useState<string>()
  const attempt = useRef<AbortController>(null)

  useEffect(
    () => () => {
      if (!attempt.current) return
      attempt.current.abort()
      session.loginCancel()
    },
    [session],
  )

  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setCanLeave(true), canLeaveAfterMs)
    return () => {
      clearTimeout(timer)
      setCanLeave(false)
    }
  }, [isBusy])

  async function submit(username: string): Promise<void> {
    if (attempt.current) return
    const controller = new AbortController()
    attempt.current = controller
    setBusy(true)
    setHint(undefined)
    session.loginStart()
    const result = await signIn({ api, signer, username, signal: controller.signal })
    if (controller.signal.aborted) return
    attempt.current = null
    setBusy(false)
    if (result.ok) {
      session.loginSuccess({ user: result.user, token: result.token })
      onSignedIn()
    } else {
      setHint(result.hint)
      session.loginFailure(result.message)
    }
  }

  return {
    isBusy,
    canClose: !isBusy || canLeave,
    error,
    hint,
    submit,
    cancel() {
      attempt.current?.abort()
      attempt.current = null
      setBusy(false)
      session.loginCancel()
    },
    clearError() {
      setHint(undefined)
      session.clearError()
    },
  }
}
