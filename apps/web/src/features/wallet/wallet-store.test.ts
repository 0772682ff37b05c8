import { createKeychain } from '@waggle/hive/keychain'
import type { HiveKeychain, KeychainCallback } from '@waggle/hive/keychain-api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWalletStore } from './wallet-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const extension = { requestHandshake: (callback: () => void) => setTimeout(callback, 1) } as unknown as HiveKeychain

test('[AUTH-18] looks for the wallet every 500 ms until it is found, and then stops', async () => {
  const page: { hive_keychain?: HiveKeychain } = {}
  const store = createWalletStore(createKeychain({ window: page }))
  store.start()
  await vi.advanceTimersByTimeAsync(1400)
  expect(store.getState().isFound).toBe(false)
  page.hive_keychain = extension
  await vi.advanceTimersByTimeAsync(99)
  expect(store.getState().isFound).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(store.getState().isFound).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('[AUTH-18] says after 3 s that there is no wallet, and finds one that appears later', async () => {
  const page: { hive_keychain?: HiveKeychain } = {}
  const store = createWalletStore(createKeychain({ window: page }))
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(2999)
  expect(store.getState()).toMatchObject({ isFound: false, isMissing: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState()).toMatchObject({ isFound: false, isMissing: true })
  await vi.advanceTimersByTimeAsync(20_000)
  page.hive_keychain = extension
  await vi.advanceTimersByTimeAsync(510)
  expect(store.getState()).toMatchObject({ isFound: true, isMissing: false })
  stop()
})

test('is asked until every request is answered or cancelled', async () => {
  const answers: KeychainCallback[] = []
  const requestSignBuffer = (...args: unknown[]) => answers.push(args[3] as KeychainCallback)
  const hive_keychain = { ...extension, requestSignBuffer } as unknown as HiveKeychain
  const store = createWalletStore(createKeychain({ window: { hive_keychain } }))
  const abort = new AbortController()
  const first = store.signBuffer({ username: 'alice', message: 'first' })
  const second = store.signBuffer({ username: 'alice', message: 'second', signal: abort.signal })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState().isAsked).toBe(true)
  answers[0]!({ success: false, error: 'user_cancel', message: 'Request was canceled by the user.' })
  await first
  expect(store.getState().isAsked).toBe(true)
  abort.abort()
  await second
  expect(store.getState().isAsked).toBe(false)
})

test('waits for a wallet that is about to appear, but no longer than 3 s', async () => {
  const page: { hive_keychain?: HiveKeychain } = {}
  const store = createWalletStore(createKeychain({ window: page }))
  const stop = store.start()
  const inVain = store.waitUntilFound()
  await vi.advanceTimersByTimeAsync(3000)
  expect(await inVain).toBe(false)
  const soon = store.waitUntilFound()
  page.hive_keychain = extension
  await vi.advanceTimersByTimeAsync(600)
  expect(await soon).toBe(true)
  expect(await store.waitUntilFound()).toBe(true)
  stop()
})

test('waits for the wallet that a slow page is still loading, until that has failed', async () => {
  const page: { hive_keychain?: HiveKeychain } = {}
  let isComing = true
  const store = createWalletStore(createKeychain({ window: page }), () => isComing)
  const stop = store.start()
  const loaded = store.waitUntilFound()
  await vi.advanceTimersByTimeAsync(20_300)
  // Nobody is sent to another wallet meanwhile.
  expect(store.getState()).toMatchObject({ isFound: false, hasLooked: false, isMissing: false })
  page.hive_keychain = extension
  isComing = false
  await vi.advanceTimersByTimeAsync(600)
  expect(await loaded).toBe(true)
  stop()

  isComing = true
  const other = createWalletStore(createKeychain({ window: {} }), () => isComing)
  const inVain = other.waitUntilFound()
  await vi.advanceTimersByTimeAsync(20_000)
  isComing = false
  await vi.advanceTimersByTimeAsync(500)
  expect(await inVain).toBe(false)
})

test('stops looking when the app stops it', async () => {
  const store = createWalletStore(createKeychain({ window: {} }))
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(600)
  stop()
  await vi.advanceTimersByTimeAsync(600)
  expect(vi.getTimerCount()).toBe(0)
})
