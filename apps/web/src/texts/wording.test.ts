import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Phrases that users stumbled over, and what the site says in their place. */
const stumblingBlocks = [
  [/\d a second|a second`/, 'fps'],
  [/\d por segundo|\} por segundo`/, 'fps'],
  [/what arrives from your encoder/i, 'Signal from your encoder'],
  [/lo que llega de tu codificador/i, 'Señal de tu codificador'],
  [/how it goes/i, 'Stream health'],
  [/cómo va/i, 'Estado de la transmisión'],
  [/like the system/i, 'Use system setting'],
  [/como el sistema/i, 'Según el sistema'],
  // The long form does not fit a button.
  [/notify me when live'/i, 'Notify me'],
  [/avísame cuando esté en vivo'/i, 'Avísame'],
] as const

const texts = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  .join('\n')

test.each(stumblingBlocks)('no text says %s: the site says %s', (phrase) => {
  expect(texts.match(phrase)?.[0]).toBeUndefined()
})
