// Makes one npm package of all workspaces in the folder that the argument names, and prints its file (scripts/package.mjs).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copySources } from './copy-sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const into = process.argv[2] ?? join(root, 'dist')
/** What is packed as it is. */
const copied = ['bin', 'deploy', 'apps/web/dist', 'README.md', 'LICENSE', 'docs/operations.md']
/** The workspaces that run on the server. The web app is built, and needs no package any more. */
const workspaces = ['apps/server', 'packages/contract', 'packages/hive', 'packages/media']

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { name, version, description, license, engines, bin, optionalDependencies } = read('package.json')
const dependencies: Record<string, string> = Object.assign(
  {},
  ...workspaces.map((folder) => read(`${folder}/package.json`).dependencies),
)
const manifest = {
  ...{ name, version, description, license, type: 'module', engines, bin, os: ['linux'] },
  dependencies: Object.fromEntries(
    Object.entries(dependencies).filter(([dependency]) => !dependency.startsWith('@waggle/')),
  ),
  optionalDependencies,
}

const staging = mkdtempSync(join(tmpdir(), 'waggle-package-'))
try {
  const isShipped = (path: string) => !/\.test\.ts$|\.d\.mts$/.test(path)
  for (const path of copied) cpSync(join(root, path), join(staging, path), { recursive: true, filter: isShipped })
  copySources(root, staging, workspaces)
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  mkdirSync(into, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: staging,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename }] = JSON.parse(packed)
  console.log(join(into, filename))
} finally {
  rmSync(staging, { recursive: true })
}
