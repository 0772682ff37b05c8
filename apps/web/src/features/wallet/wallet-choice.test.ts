import type { HiveKeychain, KeychainWindow } from '@waggle/hive/keychain-api'
import { expect, test } from 'vitest'
import { createWalletChoice } from './wallet-choice.ts'

const extension = { name: 'extension' } as unknown as HiveKeychain
const builtIn = { name: 'built in' } as unknown as HiveKeychain

function memory(content: Record<string, string> = {}) {
  return () => ({
    getItem: (key: string) => content[key] ?? null,
    setItem(key: string, value: string) {
      content[key] = value
    },
  })
}

test('without a sandbox wallet the extension of the page signs, whenever it appears', () => {
  const page: KeychainWindow = {}
  const choice = createWalletChoice(page, memory())
  expect(choice.window.hive_keychain).toBeUndefined()
  page.hive_keychain = extension
  expect(choice.window.hive_keychain).toBe(extension)
  choice.choose('sandbox')
  expect(choice.window.hive_keychain).toBe(extension)
})

test('without an extension the sandbox wallet is the wallet of the page, and there is nothing to choose', () => {
  const page: KeychainWindow = {}
  const choice = createWalletChoice(page, memory({ 'waggle.wallet': 'extension' }))
  choice.addSandboxWallet(builtIn)
  expect(page.hive_keychain).toBe(builtIn)
  expect(choice.window.hive_keychain).toBe(builtIn)
  expect(choice.getState()).toEqual({ isOffered: false, kind: 'sandbox', isComing: false })
})

test('[AUTH-22] with both, the sandbox wallet signs until the user chooses the extension, also on the next visit', () => {
  const page: KeychainWindow = { hive_keychain: extension }
  const storage = memory()
  const choice = createWalletChoice(page, storage)
  choice.addSandboxWallet(builtIn)
  expect(page.hive_keychain).toBe(extension)
  expect(choice.window.hive_keychain).toBe(builtIn)
  expect(choice.getState()).toEqual({ isOffered: true, kind: 'sandbox', isComing: false })
  choice.choose('extension')
  expect(choice.window.hive_keychain).toBe(extension)
  const next = createWalletChoice({ hive_keychain: extension }, storage)
  next.addSandboxWallet(builtIn)
  expect(next.window.hive_keychain).toBe(extension)
  next.choose('sandbox')
  expect(next.window.hive_keychain).toBe(builtIn)
})

test('a storage that is forbidden does not break the choice', () => {
  const forbidden = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const choice = createWalletChoice({ hive_keychain: extension }, forbidden)
  choice.addSandboxWallet(builtIn)
  choice.choose('extension')
  expect(choice.window.hive_keychain).toBe(extension)
})
