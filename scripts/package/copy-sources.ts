import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** `from '…'`, `import '…'` and `import('…')`, as Biome writes them. */
const specifier = /\b(from |import |import\()'([^']+)'/g

/**
 * Copies the sources of these workspaces as JavaScript, because Node strips no types below `node_modules`. Types become blanks, so that
 * every line and column stays where it was. A workspace that imports another one finds it by its path.
 */
export function copySources(root: string, target: string, workspaces: readonly string[]): void {
  const exported = new Map(workspaces.flatMap((workspace) => exportsOf(root, workspace)))
  for (const workspace of workspaces) {
    for (const file of sourcesBelow(root, `${workspace}/src`)) {
      const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
      const written = join(target, file.replace(/\.ts$/, '.js'))
      mkdirSync(dirname(written), { recursive: true })
      writeFileSync(
        written,
        code.replace(specifier, (_, before, name) => `${before}'${resolve(file, name, exported)}'`),
      )
    }
  }
}

/** From what others import to the file that it is. */
function exportsOf(root: string, workspace: string): [name: string, file: string][] {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  return Object.entries(exports as Record<string, string>).map(([path, file]) => [
    join(name, path),
    join(workspace, file),
  ])
}

function resolve(importer: string, name: string, exported: ReadonlyMap<string, string>): string {
  const asScript = (path: string) => path.replace(/\.ts$/, '.js')
  if (name.startsWith('.')) return asScript(name)
  if (!name.startsWith('@waggle/')) return name
  const file = exported.get(name)
  if (file === undefined) throw new Error(`${importer} imports ${name}, which no workspace exports`)
  const path = relative(dirname(importer), asScript(file))
  return path.startsWith('.') ? path : `./${path}`
}

function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesBelow(root, path)
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : []
  })
}
