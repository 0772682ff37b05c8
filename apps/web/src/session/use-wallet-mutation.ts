import { limits } from '@waggle/contract/limits'
import { useEffect, useRef, useState } from 'react'
import type { Store } from '../lib/store/store.ts'
import { useStore } from '../lib/store/use-store.ts'
import { walletTexts } from '../texts/account/wallet.ts'
import { toast } from '../ui/surfaces/toast.tsx'
import { type SessionMutation, useSessionMutation } from './use-session-mutation.ts'

/** The part of the wallet that says whether a request waits for the user. */
export type AskedWallet = Store<{ isAsked: boolean }>

/**
 * A session mutation that asks the wallet, which may never answer. It ends with its component, and the user can cancel it: what the
 * wallet answers later is ignored.
 */
export function useWalletMutation<Input = void, Answer = unknown>(
  wallet: AskedWallet,
  { send, ...mutation }: SessionMutation<Input, Answer>,
) {
  const attempt = useRef<AbortController>(null)
  const { clearFailure, ...state } = useSessionMutation<Input, Answer>({
    ...mutation,
    endsWithComponent: true,
    async send(call) {
      const controller = new AbortController()
      attempt.current = controller
      const answer = await send({ ...call, signal: AbortSignal.any([call.signal, controller.signal]) })
      controller.signal.throwIfAborted()
      return answer
    },
  })
  const { isAsked } = useStore(wallet)
  const isWaiting = state.isBusy && isAsked
  const [isSilent, setSilent] = useState(false)

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSilent(true), limits.walletSilentAfterMs)
    return () => {
      clearTimeout(timer)
      setSilent(false)
    }
  }, [isWaiting])

  return {
    ...state,
    clearFailure,
    /** The wallet has not answered for a while: explain it, and offer to cancel. */
    isSilent,
    cancel() {
      attempt.current?.abort()
      clearFailure()
      toast(walletTexts.cancelled)
    },
  }
}
