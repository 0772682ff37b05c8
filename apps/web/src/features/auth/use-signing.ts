import { limits } from '@waggle/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import type { Signer } from '../../session/account-proof.ts'
import { type SignInResult, signIn } from './sign-in.ts'

export interface Signing {
  isBusy: boolean
  /** False only in the first 5 s of an attempt: a wallet that is closed while locked never answers (rule AUTH-2). */
  canClose: boolean
  /** Undefined when another attempt is running, and when this one was abandoned. */
  sign(username: string): Promise<SignInResult | undefined>
  /** Abandons the attempt. A later answer of the wallet is ignored. */
  cancel(): void
}

/** One attempt at a time to get a session for a signature. It is abandoned when the component unmounts. */
export function useSigning(signer: Signer, onAbandoned?: () => void): Signing {
  const [isBusy, setBusy] = useState(false)
  const [canLeave, setCanLeave] = useState(false)
  const attempt = useRef<AbortController>(null)
  const abandoned = useRef(onAbandoned)
  abandoned.current = onAbandoned

  useEffect(
    () => () => {
      if (!attempt.current) return
      attempt.current.abort()
      abandoned.current?.()
    },
    [],
  )

  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setCanLeave(true), limits.walletSilentAfterMs)
    return () => {
      clearTimeout(timer)
      setCanLeave(false)
    }
  }, [isBusy])

  return {
    isBusy,
    canClose: !isBusy || canLeave,
    async sign(username) {
      if (attempt.current) return undefined
      const controller = new AbortController()
      attempt.current = controller
      setBusy(true)
      const result = await signIn({ api, signer, username, signal: controller.signal })
      if (controller.signal.aborted) return undefined
      attempt.current = null
      setBusy(false)
      return result
    },
    cancel() {
      attempt.current?.abort()
      attempt.current = null
      setBusy(false)
      abandoned.current?.()
    },
  }
}
