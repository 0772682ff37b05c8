import { MutationObserver } from '@tanstack/react-query'
import { errors } from '@waggle/contract/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../lib/api/query-client.ts'
import { ShownError } from '../lib/api/shown-error.ts'
import { fakeServer, json, refusal, unreachable } from '../testing/fake-server.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createSessionStore } from './session-store.ts'
import { type SessionMutation, sessionMutationOptions } from './use-session-mutation.ts'

const timers = { setTimeout: () => 0, clearTimeout: () => {}, setInterval: () => 0, clearInterval: () => {} }

/** A signed-in user and a mutation whose callbacks are recorded in `events`. */
function setUp({
  reply = () => json({ isEnabled: true }) as Response | Error | Promise<Response>,
  send,
}: {
  reply?: () => Response | Error | Promise<Response>
  send?: SessionMutation<string, unknown>['send']
} = {}) {
  const { api, calls } = fakeServer(reply)
  const session = createSessionStore({ api, storage: memoryStorage(), timers })
  session.loginSuccess({ user: 'alice', token: 'session-token-0123' })
  const controller = new AbortController()
  const events: string[] = []
  const mutation: SessionMutation<string, unknown> = {
    send: send ?? (({ token, signal }) => api('listWebhooks', { token, signal })),
    failed: 'The webhook could not be changed.',
    onDone: (_answer, input) => events.push(`done ${input}`),
    onFailure: (sentence) => events.push(sentence),
    onSettled: () => events.push('settled'),
  }
  const observer = new MutationObserver(
    createQueryClient(),
    sessionMutationOptions(session, mutation, controller.signal),
  )
  onTestFinished(observer.subscribe(() => undefined))
  const run = (input: string) => observer.mutate(input).catch(() => undefined)
  return { api, calls, controller, events, observer, run, session }
}

test('sends the token of the session, is busy until the answer, and passes on answer and input', async () => {
  let respond: (response: Response) => void = () => {}
  const { calls, events, observer, run } = setUp({
    reply: () =>
      new Promise<Response>((resolve) => {
        respond = resolve
      }),
  })
  const running = run('first')
  await expect.poll(() => calls).toMatchObject([{ authorization: 'Bearer session-token-0123' }])
  expect(observer.getCurrentResult().isPending).toBe(true)
  expect(events).toEqual([])
  respond(json({ isEnabled: true }))
  await running
  expect(observer.getCurrentResult().isPending).toBe(false)
  expect(events).toEqual(['done first', 'settled'])
})

test('[AUTH-20] lets a refused session expire, with the sentence of the server, and does not send again', async () => {
  const { calls, events, run, session } = setUp({
    reply: () => refusal(401, 'session_invalid', 'Your session has ended.'),
  })
  await run('')
  expect(session.getState()).toMatchObject({ user: 'alice', isExpired: true })
  expect(events).toEqual(['Your session has ended.', 'settled'])
  session.loginSuccess({ user: 'alice', token: 'renewed-token-89ab' })
  expect(calls).toHaveLength(1)
})

test('lets a refused session expire that is the cause of a shown error', async () => {
  const { api, events, run, session } = setUp({
    reply: () => refusal(401, 'session_invalid', 'Your session has ended.'),
    async send({ token }) {
      const cause: unknown = await api('listWebhooks', { token }).catch((error: unknown) => error)
      throw new ShownError('Failed to generate stream key', { cause })
    },
  })
  await run('')
  expect(session.getState().isExpired).toBe(true)
  expect(events).toEqual(['Failed to generate stream key', 'settled'])
})

test('a refusal of the previous token does not expire a session begun during the call', async () => {
  const { run, session } = setUp({
    reply() {
      session.loginSuccess({ user: 'bob', token: 'another-token-4567' })
      return refusal(401, 'session_invalid', 'Your session has ended.')
    },
  })
  await run('')
  expect(session.getState()).toMatchObject({ isAuthenticated: true, user: 'bob', isExpired: false })
})

test.each<[string, () => Response | Error, string]>([
  ['a refusal with a sentence', () => refusal(409, 'webhook_too_many', 'Too many.'), 'Too many.'],
  ['a fault without one', () => json({}, 500), 'The webhook could not be changed.'],
  ['an unreachable server', () => unreachable, 'Network error - please check your connection'],
])('[ERR-2] [ERR-3] %s becomes a sentence, is not repeated, and keeps the session', async (_case, reply, sentence) => {
  const { calls, events, run, session } = setUp({ reply })
  await run('')
  expect(events).toEqual([sentence, 'settled'])
  expect(calls).toHaveLength(1)
  expect(session.getState()).toMatchObject({ isAuthenticated: true, isExpired: false })
})

test('ignores the outcome after an abort', async () => {
  const { controller, events, run } = setUp()
  const running = run('')
  controller.abort()
  await running
  expect(events).toEqual([])
})

test('on the Spanish site every failure is a Spanish sentence', async () => {
  vi.resetModules()
  vi.stubGlobal('localStorage', memoryStorage({ 'waggle.language': 'es' }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  const { errorSentence } = await import('../lib/api/error-sentence.ts')
  const { sessionMutationOptions } = await import('./use-session-mutation.ts')
  const { fakeServer, json, unreachable } = await import('../testing/fake-server.ts')
  const session = { getState: () => ({ token: 'session-token-0123' }) as never, expireIfRefused: () => undefined }
  const failureOf = async (reply: Response | Error) => {
    const { api } = fakeServer(() => reply)
    const sentences: string[] = []
    const options = sessionMutationOptions<void, unknown>(
      session,
      {
        send: ({ token }) => api('listWebhooks', { token }),
        failed: 'No se pudo cambiar el webhook.',
        onFailure: (sentence) => sentences.push(sentence),
      },
      new AbortController().signal,
    )
    const error = await new MutationObserver(createQueryClient(), options).mutate().catch((thrown: unknown) => thrown)
    // What a component renders as `failure` is the sentence that `onFailure` receives.
    expect(sentences).toEqual([errorSentence(error, 'No se pudo cambiar el webhook.')])
    return sentences[0]
  }
  // The sentences of refusals are fetched behind the first picture.
  await vi.dynamicImportSettled()
  expect(await failureOf(unreachable)).toBe('Error de red: comprueba tu conexión')
  expect(await failureOf(json({}, 500))).toBe('No se pudo cambiar el webhook.')
  expect(await failureOf(json({ code: 'session_invalid', message: errors.session_invalid.message }, 401))).toBe(
    'Tu sesión terminó. Inicia sesión de nuevo.',
  )
})
