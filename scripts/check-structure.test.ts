import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('check-structure.ts', import.meta.url))

const soundProject: Record<string, string> = {
  'docs/rules.md': '# Rules\n\n## PLAYER: playing\n\n- **PLAYER-1** It plays.\n- **PLAYER-2** It stops.\n',
  'docs/threats.md': '| # | Threat |\n|---|---|\n| T1 | Replay |\n| F2 | Crash |\n',
  'apps/server/src/player/player.ts': '/** Plays (rule PLAYER-1), by UTF-8 `%F0%9F`, `#F1F` and `[SHA-256]`. */\n',
  'apps/server/src/player/player.test.ts': "test('[PLAYER-1, T1] plays', () => {})\ntest('[F2] plays again')\n",
  'README.md':
    'See [rules](docs/rules.md#player-playing), [below](#more), [a page](https://example.org/x), `apps/server/src` and ' +
    '`player/player.ts` in `src/player/`; `data/` and /api/x are no paths of the project.\n\n# More\n',
}

/** What is complained about, and the file that gives the reason. */
const broken: [complaint: string, path: string, text: string][] = [
  ['apps/web/src/long.ts: 401 lines; at most 400', 'apps/web/src/long.ts', '\n'.repeat(401)],
  ['apps/web/src/long.test.ts: 401 lines; at most 400', 'apps/web/src/long.test.ts', '\n'.repeat(401)],
  ['apps/web/src/a.ts:2: PLAYER-3 is not in docs/rules.md', 'apps/web/src/a.ts', '\n// By rule PLAYER-3.\n'],
  ['apps/web/src/a.ts:1: PLAYR-1 is not in docs/rules.md', 'apps/web/src/a.ts', '// By rule PLAYR-1.\n'],
  ['apps/web/src/a.ts:1: PLAYER-4 is not in docs/rules.md', 'apps/web/src/a.ts', '// It plays (PLAYER-4).\n'],
  ['e2e/a.ts:1: PLAYER-9 is not in docs/rules.md', 'e2e/a.ts', '// By rules PLAYER-1 and PLAYER-9.\n'],
  ['e2e/a.test.ts:1: PLAYER-3 is not in docs/rules.md', 'e2e/a.test.ts', "test('[PLAYER-3] plays')\n"],
  ['e2e/a.test.ts:1: T2 is not in docs/threats.md', 'e2e/a.test.ts', "test('[PLAYER-1, T2] plays')\n"],
  ['bench/a.ts:1: F3 is not in docs/threats.md', 'bench/a.ts', '// The promise of F3.\n'],
  ['NOTES.md:1: PLAYER-3 is not in docs/rules.md', 'NOTES.md', 'By rule PLAYER-3.\n'],
  [
    'docs/rules.md: PLAYER-1 is defined twice',
    'docs/rules.md',
    '## PLAYER: playing\n\n- **PLAYER-1** A.\n- **PLAYER-1** B.\n',
  ],
  ['docs/threats.md: T1 is defined twice', 'docs/threats.md', '| T1 | Replay |\n| T1 | Again |\n| F2 | Crash |\n'],
  [`e2e/a.ts:1: "spec${' '}section" refers to a document`, 'e2e/a.ts', `// As spec${' '}section 2 says.\n`],
  [`e2e/a.ts:1: "spec,${' '}section" refers to a document`, 'e2e/a.ts', `// As spec,${' '}section 2, says.\n`],
  [`e2e/a.ts:1: "the${' '}spec" refers to a document`, 'e2e/a.ts', `// The sentence of the${' '}spec.\n`],
  ['NOTES.md: the link docs/old.md leads nowhere', 'NOTES.md', '[old](docs/old.md)\n'],
  ['NOTES.md: the link docs/rules.md#old leads nowhere', 'NOTES.md', '[old](docs/rules.md#old)\n'],
  ['docs/notes.md: the link docs/rules.md leads nowhere', 'docs/notes.md', '[rules](docs/rules.md)\n'],
  ['NOTES.md: apps/server/src/old.ts does not exist', 'NOTES.md', '```\napps/server/src/old.ts\n```\n'],
  ['NOTES.md: player/old.ts does not exist', 'NOTES.md', 'It is in `player/old.ts`.\n'],
  ['NOTES.md: src/old/ does not exist', 'NOTES.md', 'It is in `src/old/`.\n'],
]

describe('the structure check', () => {
  let tree: string

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'waggle-structure-'))
    for (const [path, text] of Object.entries(soundProject)) write(tree, path, text)
  })
  afterEach(() => rmSync(tree, { recursive: true }))

  it('prints files per folder, sizes and citations of a sound project', () => {
    const { output, status } = check(tree)
    expect(output).toContain('   1 apps/server/src/player\n')
    expect(output).toContain('sources: 1 / 1 / 1 (1 files)\ntests: 2 / 2 / 2 (1 files)')
    expect(output).toContain('4 citations of 3 rules, threats and faults')
    expect(output).not.toContain('error:')
    expect(status).toBe(0)
  })

  it.each(broken)('complains: %s', (complaint, path, text) => {
    write(tree, path, text)
    const { output, status } = check(tree)
    expect(output).toContain(`error: ${complaint}`)
    expect(output.match(/^error: /gm)).toHaveLength(1)
    expect(status).toBe(1)
  })

  it('complains about a room with more than 12 source files; tests and stylesheets do not count', () => {
    const room = 'apps/web/src/room'
    for (let index = 1; index <= 12; index += 1) {
      for (const ending of ['ts', 'test.ts', 'css']) write(tree, `${room}/file-${index}.${ending}`, '')
      // A room whose files are all of one kind may be larger.
      write(tree, `apps/server/src/db/migrations/${index}.ts`, '')
    }
    expect(check(tree).status).toBe(0)

    write(tree, `${room}/file-13.ts`, '')
    write(tree, 'apps/server/src/db/migrations/13.ts', '')
    const { output, status } = check(tree)
    expect(output.match(/^error: .*/gm)).toEqual([`error: ${room}: 13 source files; at most 12`])
    expect(status).toBe(1)
  })
})

function check(tree: string): { output: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, tree], { encoding: 'utf8' })
  return { output: stdout + stderr, status }
}

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}
