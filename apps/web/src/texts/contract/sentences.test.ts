import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentences } from '@waggle/contract/sentences'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** The sentences in `code` by their names in the contract: those of `sentences.chat`, also where the group has a name of its own. */
function usedSentences(code: string): string[] {
  const groups = new Map<string, string>()
  for (const [, names = ''] of code.matchAll(/const \{([^}]+)\} = sentences\n/g)) {
    for (const part of names.split(',')) {
      const [group = '', name = group] = part.split(':').map((word) => word.trim())
      groups.set(name, group)
    }
  }
  for (const [, name = '', group = ''] of code.matchAll(/const (\w+) = sentences\.(\w+)\b/g)) groups.set(name, group)
  const taken = [...code.matchAll(/const \{([^}]+)\} = sentences\.(\w+)/g)].flatMap(([, names = '', group]) =>
    names.split(',').map((name) => `${group}.${name.trim()}`),
  )
  const whole = [...code.matchAll(/\bsentences\.(\w+)\.(\w+)/g)].map(([, group, name]) => `${group}.${name}`)
  const named = [...groups].flatMap(([name, group]) =>
    [...code.matchAll(new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'))].map(([, sentence]) => `${group}.${sentence}`),
  )
  return [...whole, ...named, ...taken]
}

test('finds sentences by their whole name, and by a name that a file gives to them or to their group', () => {
  const code = [
    ...[
      'const { chat, upvote: votes } = sentences',
      'const words = sentences.follow',
      'const { d } = sentences.player',
    ],
    'chat.a; words.b; sentences.auth.c; votes.e; other.chat.f',
  ].join('\n')
  expect(usedSentences(code).sort()).toEqual(['auth.c', 'chat.a', 'follow.b', 'player.d', 'upvote.e'])
})

test('[ERR-2] the site shows every sentence of the contract somewhere', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts', 'texts/contract/**', 'testing/**'] })
  const used = new Set(files.flatMap((file) => usedSentences(readFileSync(join(source, file), 'utf8'))))
  const all = Object.entries(sentences).flatMap(([group, texts]) =>
    Object.keys(texts).map((name) => `${group}.${name}`),
  )
  expect(all.filter((name) => !used.has(name))).toEqual([])
})
