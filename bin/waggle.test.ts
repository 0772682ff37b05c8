import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort, untilUp } from '../apps/server/src/testing/engines/private-process.ts'

const command = fileURLToPath(new URL('waggle.mjs', import.meta.url))
const words = [
  ...['start', 'check', 'doctor', 'operator', 'backup', 'restore', 'migrate', 'rotate-key', 'edge-report', 'version'],
]
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waggle-command-'))
})
afterAll(() => rm(folder, { recursive: true }))

function waggle(args: string[], env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

describe('[OPS-6] the command waggle', () => {
  it('says what it can do, and of each word what it does', async () => {
    const overview = await waggle(['--help'])
    expect(overview.code).toBe(0)
    for (const word of words) expect(overview.text).toContain(`waggle ${word} `)
    const helps = await Promise.all(words.map((word) => waggle([word, '--help'])))
    for (const [index, { code, text }] of helps.entries()) {
      expect(code).toBe(0)
      expect(text).toMatch(new RegExp(`^waggle ${words[index]}`))
    }
  })

  it('answers an unknown word or argument with what exists', async () => {
    expect(await waggle(['begin'])).toEqual({
      code: 1,
      text: `'begin' is none of Waggle's words: ${words.join(', ')}.\n`,
    })
    const refused = await waggle(['check', '--fast'])
    expect(refused.code).toBe(1)
    expect(refused.text).toContain("'waggle check' takes no '--fast'")
    expect((await waggle(['start', '--fast'])).text).toContain('--fast is not an option')
  })

  it('says what each command for data takes, and where a backup can be', async () => {
    const wrong = [['backup'], ['restore', 'a', 'b'], ['migrate', 'to-mysql'], ['rotate-key', '--in', '5']]
    const [elsewhere, help, ...answers] = await Promise.all(
      [['backup', 'ftp://somewhere/else'], ['help', 'migrate'], ...wrong].map((args) => waggle(args)),
    )
    for (const [index, { code, text }] of answers.entries()) {
      const word = wrong[index]?.[0]
      expect(code).toBe(1)
      expect(text).toMatch(new RegExp(`^'waggle ${word}' takes .+\\.\n\nwaggle ${word} `))
    }
    expect(elsewhere).toEqual({
      code: 1,
      text: 'Waggle cannot back up: ftp:// is no place that Waggle knows: name a folder, or s3://bucket/folder.\n',
    })
    expect(help?.text).toMatch(/^waggle migrate to-postgresql/)
  })

  it('[OPS-7] says in a sentence why it cannot start, and starts again only where that may help', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const database = `postgres://a:hidden@127.0.0.1:${await freePort()}/b`
    const away = { WAGGLE_DATA_DIR: join(folder, 'away'), DATABASE_URL: database }
    const [inFile, withoutDatabase, operators] = await Promise.all([
      waggle(['start'], { WAGGLE_DATA_DIR: join(file, 'data') }),
      waggle(['start', '--no-restart'], away),
      waggle(['operator'], away),
    ])
    expect(inFile).toEqual({
      code: 1,
      text: `Waggle cannot start. WAGGLE_DATA_DIR is ${file}, which is a file: name a folder.\n`,
    })
    // systemd, and the command itself, start it again after this code.
    expect(withoutDatabase.code).toBe(70)
    expect(withoutDatabase.text).toMatch(
      /^Waggle cannot start\. PostgreSQL at 127\.0\.0\.1:\d+ cannot be used \(.*ECONNREFUSED.*\): start it, .+\.\n$/,
    )
    expect(withoutDatabase.text).not.toContain('hidden')
    expect(operators.text).toMatch(/^PostgreSQL at .+ cannot be used/)
  })

  it('`check` prints what the settings come to without their secrets, and what is missing', async () => {
    const { code, text } = await waggle(['check'], {
      PATH: folder,
      WAGGLE_HIVE: 'mainnet',
      WAGGLE_PUBLIC_URL: 'https://live.example',
      DATABASE_URL: 'postgres://waggle:secret-password@db.example/waggle',
    })
    expect(code).toBe(0)
    expect(text).toContain('https://live.example, listens on 0.0.0.0 port 8080')
    expect(text).toContain('postgres://db.example/waggle')
    expect(text).not.toContain('secret-password')
    for (const missing of ['ffmpeg is not installed', 'WAGGLE_OPERATORS is empty']) {
      expect(text).toContain(missing)
    }
  })

  it('reads settings from a file, and says what is wrong with them', async () => {
    const file = join(folder, 'settings')
    await writeFile(file, '# the site\nWAGGLE_HTTP_PORT=8181\n')
    expect((await waggle(['check', '--settings', file])).text).toContain('port 8181')
    // What is set by hand comes first.
    expect((await waggle(['check', '--settings', file], { WAGGLE_HTTP_PORT: '8282' })).text).toContain('port 8282')
    expect((await waggle(['check', '--settings', 'nowhere'])).text).toBe('There is no file of settings at nowhere.\n')
    // Node would read over it.
    await writeFile(file, '# the site\nNAME="two\nlines"\nWAGGLE_HTTP_PORT 8181\n')
    expect((await waggle(['check', '--settings', file])).text).toBe(
      `Line 4 of ${file} sets nothing: write NAME=VALUE, such as WAGGLE_HTTP_PORT=8080.\n`,
    )
    expect(await waggle(['check'], { WAGGLE_HTTP_PORT: 'x' })).toEqual({
      code: 1,
      text: "WAGGLE_HTTP_PORT is 'x': use a port from 0 to 65535 (0 picks a free one).\n",
    })
  })
})

describe('[OPS-7] `waggle start --no-restart`', () => {
  /** The command with its server, whose id is that of its only child. */
  async function start(data: string) {
    const [httpPort, rtmpPort] = await Promise.all([freePort(), freePort()])
    const settings = {
      WAGGLE_HTTP_PORT: `${httpPort}`,
      WAGGLE_RTMP_PORT: `${rtmpPort}`,
      WAGGLE_DATA_DIR: join(folder, data),
    }
    const child = spawn(process.execPath, [command, 'start', '--no-restart'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const exited = once(child, 'exit')
    await untilUp(child, async () => {
      if (!(await fetch(`http://127.0.0.1:${httpPort}/readyz`)).ok) throw new Error('not ready')
    })
    const server = Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))
    return { child, exited, server }
  }

  it('ends in order by SIGTERM, the server before the command', async () => {
    const { child, exited, server } = await start('stopped')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(() => process.kill(server, 0)).toThrow('ESRCH')
  })

  it('ends with a server that was killed, so that what has started it sees that', async () => {
    const { exited, server } = await start('killed')
    process.kill(server, 'SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
  })
})
