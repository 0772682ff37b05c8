import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFfmpeg } from './ffmpeg.ts'

const report = fileURLToPath(new URL('testing/report-confinement.ts', import.meta.url))
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** Writes what a program that took ffmpeg over could see and do to descriptor 3. Its argument is a file with a secret. */
const standIn = `#!/bin/sh
[ "$1" = -version ] && exit
{
  echo "environment: $(tr '\\0' ' ' <"/proc/$$/environ")"
  echo "environment of the server: $(tr '\\0' ' ' <"/proc/$PPID/environ")"
  echo "secret: $(cat "$1")"
  echo "uid: $(id -u)"
  echo "interfaces: $(tail -n +3 /proc/net/dev | cut -d: -f1 | xargs)"
  grep -E '^(NoNewPrivs|CapEff):' /proc/self/status
  grep -E '^Max (address space|cpu time|open files|file size|core file size)' /proc/self/limits
  echo end
} >&3 2>/dev/null
read -r forever <&3
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'ffmpeg'), standIn, { mode: 0o755 })
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the server's part as this user or another, with secrets in its environment and in a file that only this user can read. */
async function confine(uid: number) {
  const data = join(folder, `data-${uid}`)
  const secret = join(data, 'master.key')
  await mkdir(data, { mode: 0o700 })
  await writeFile(secret, 'secret of a file', { mode: 0o600 })
  if (isRoot) for (const path of [data, secret]) await chown(path, uid, uid)
  const env = { PATH: `${folder}:${process.env.PATH}`, WAGGLE_POSTER_KEY: 'secret of the environment' }
  const [program = '', ...args] = [...runAs(uid), process.execPath, report, data, secret]
  const { stdout } = await promisify(execFile)(program, args, { env })
  const { weaknesses, facts, ...rest } = JSON.parse(stdout) as Record<'facts' | 'program' | 'exitSignal', string> & {
    weaknesses: string[]
  }
  const lines = facts.split('\n').map((line) => line.split(/:\s+|\s{2,}/))
  return {
    ...rest,
    facts,
    can: (what: RegExp) => weaknesses.some((text) => what.test(text)),
    of: new Map(lines.map(([name = '', value = '']) => [name, value])),
  }
}

function runAs(uid: number): string[] {
  return uid === process.getuid?.() ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
}

/** This user; and where that is root, a user without privileges too, if it may read this folder. */
const users = [process.getuid?.() ?? 0]
if (isRoot) {
  const [program = '', ...args] = [...runAs(nobody), 'cat', report]
  if (spawnSync(program, args).status === 0) users.push(nobody)
}

describe.each(users)('[T10] ffmpeg, started by user %i', (uid) => {
  let found: Awaited<ReturnType<typeof confine>>
  beforeAll(async () => {
    found = await confine(uid)
  })

  it('has an environment of its path alone', () => {
    expect(found.of.get('environment')).toBe(`PATH=${folder}:${process.env.PATH} `)
  })

  it('has limits on memory, CPU time, open files and file sizes', () => {
    const limits = ['Max address space', 'Max cpu time', 'Max open files', 'Max file size', 'Max core file size']
    expect(limits.map((name) => found.of.get(name))).toEqual([String(2 ** 30), '7', '64', '0', '0'])
  })

  it('has no privileges and gains none', () => {
    expect(found.of.get('NoNewPrivs')).toBe('1')
    expect(found.of.get('CapEff')).toBe('0000000000000000')
  })

  it('reads no secret of the server, or the operator is told', () => {
    expect(found.facts.includes('secret of')).toBe(found.can(/can read/))
    if (isRoot && uid === 0 && !found.can(/can read/)) expect(found.of.get('uid')).toBe(String(nobody))
  })

  it('reaches no network, or the operator is told', () => {
    expect(found.of.get('interfaces') !== 'lo').toBe(found.can(/network/))
  })

  it('is the child process itself, which signals reach', () => {
    expect(found.program).toBe('ffmpeg\n')
    expect(found.exitSignal).toBe('SIGKILL')
  })
})

it('starts where the system has no programs to confine it with, and says what it can do there', async () => {
  const { PATH } = process.env
  process.env.PATH = folder
  try {
    const ffmpeg = await openFfmpeg([])
    expect(ffmpeg.weaknesses).toEqual([
      'it can reach the network',
      'it can read what this server can read',
      'it can gain privileges',
      'its memory is not limited',
    ])
    const child = ffmpeg.start(['-version'], 'ignore', { maxMemoryBytes: 2 ** 30 })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  } finally {
    process.env.PATH = PATH
  }
})
