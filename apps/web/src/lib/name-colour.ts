import { nameHash } from './name-hash.ts'

/** A curated palette: tokens.css has its colours, and tokens.test.ts measures how far they are apart. */
const colours = [
  'var(--chat-name-1)',
  'var(--chat-name-2)',
  'var(--chat-name-3)',
  'var(--chat-name-4)',
  'var(--chat-name-5)',
  'var(--chat-name-6)',
  'var(--chat-name-7)',
  'var(--chat-name-8)',
  'var(--chat-name-9)',
  'var(--chat-name-10)',
  'var(--chat-name-11)',
  'var(--chat-name-12)',
] as const

/** The text colour of a name: the same everywhere, and readable on every surface of both themes. */
export function nameColour(name: string): string {
  // Without the lowest bit: in FNV-1a it is only the parity of the characters.
  return colours[(nameHash(name) >>> 1) % colours.length] ?? colours[0]
}
