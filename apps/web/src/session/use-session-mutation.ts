import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../lib/api/api-error.ts'
import { errorSentence } from '../lib/api/error-sentence.ts'
import { callInSession } from './call-in-session.ts'
import { useSession, useSessionStore } from './session.tsx'
import { isSessionRefusal, type SessionStore } from './session-store.ts'

export interface SessionMutation<Input, Answer> {
  send: (call: { token: string; input: Input; signal: AbortSignal }) => Promise<Answer>
  /** The sentence for a failure that neither the server nor the network explains. */
  failed: string
  onDone?: (answer: Answer, input: Input) => void
  /** Receives the sentence to show. For components that do not render `failure`. */
  onFailure?: (sentence: string) => void
  /** Runs after success and after failure. */
  onSettled?: () => void
}

/**
 * A call that changes something for the signed-in user. A refused session expires (rule AUTH-20), and every error becomes a sentence in the page's
 * language. By default the call outlives its component; with `endsWithComponent` its signal is aborted and its outcome ignored.
 */
export function useSessionMutation<Input = void, Answer = unknown>({
  endsWithComponent = false,
  ...mutation
}: SessionMutation<Input, Answer> & { endsWithComponent?: boolean }) {
  const session = useSessionStore()
  const { isAuthenticated } = useSession()
  const [controller] = useState(() => new AbortController())
  useEffect(() => {
    if (endsWithComponent) return () => controller.abort()
  }, [controller, endsWithComponent])
  const { mutate, isPending, error, reset } = useMutation(sessionMutationOptions(session, mutation, controller.signal))
  return {
    /** Never throws: `failure` and the callbacks carry the outcome. */
    run: (input: Input) => mutate(input),
    isBusy: isPending,
    /** Why the last call failed, until the next one. For an expired session the page asks for a signature instead. */
    failure:
      error === null || (isAuthenticated && isSessionRefusal(error))
        ? undefined
        : errorSentence(error, mutation.failed),
    /** The code of the refusal, where the server refused the last call. */
    refusal: error instanceof ApiError ? error.code : undefined,
    clearFailure: () => reset(),
  }
}

/** The part of `useSessionMutation` that needs no component. */
export function sessionMutationOptions<Input, Answer>(
  session: Pick<SessionStore, 'getState' | 'expireIfRefused'>,
  { send, failed, onDone, onFailure, onSettled }: SessionMutation<Input, Answer>,
  signal: AbortSignal,
): MutationOptions<Answer, Error, Input> {
  return {
    mutationFn: (input) => callInSession(session, (token) => send({ token, input, signal })),
    onSuccess: (answer, input) => {
      if (!signal.aborted) onDone?.(answer, input)
    },
    onError: (error) => {
      if (!signal.aborted) onFailure?.(errorSentence(error, failed))
    },
    onSettled: () => {
      if (!signal.aborted) onSettled?.()
    },
  }
}
