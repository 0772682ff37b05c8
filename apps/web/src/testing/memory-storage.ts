import type { CredentialStorage } from '../session/credentials.ts'

export function memoryStorage(
  initial: Record<string, string> = {},
): CredentialStorage & { content(): Record<string, string> } {
  const entries = new Map(Object.entries(initial))
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    content: () => Object.fromEntries(entries),
  }
}
