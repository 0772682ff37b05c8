import type { HiveKeychain } from '@waggle/hive/keychain-api'
import { afterEach, expect, test, vi } from 'vitest'
import { offerSandboxWallet } from './sandbox-wallet.ts'
import { createWalletChoice } from './wallet-choice.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that never finishes loading has the sandbox wallet after eleven seconds', async () => {
  vi.useFakeTimers()
  const page: { hive_keychain?: HiveKeychain } = {}
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { readyState: 'interactive' })
  vi.stubGlobal('location', { href: 'https://waggle.example/', origin: 'https://waggle.example' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const choice = createWalletChoice(page, () => ({ getItem: () => null, setItem: () => undefined }))
  const cancel = offerSandboxWallet(choice)
  expect(choice.getState().isComing).toBe(true)
  await vi.advanceTimersByTimeAsync(10_900)
  expect(choice.getState().isComing).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  vi.useRealTimers()
  await vi.waitFor(() => expect(choice.getState()).toMatchObject({ kind: 'sandbox', isComing: false }), 10_000)
  cancel()
})
