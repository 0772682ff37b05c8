import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text file of the project. `path` is relative to its root, with slashes. */
export interface ProjectFile {
  path: string
  text: string
  lines: number
}

const skippedFolders = new Set(['.git', 'node_modules', 'dist', 'test-results'])
const dataFolder = 'data'
const textFile = /\.(?:tsx?|mjs|cjs|css|md|conf)$/
const codeFolder = /^(?:apps|packages|e2e|bench|bin|scripts)\//

/** All text files below `root`, sorted by path. What .gitignore names is left out. */
export function readProject(root: string): ProjectFile[] {
  return listFiles(root, '')
    .filter((path) => textFile.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    })
}

export function isCode({ path }: ProjectFile): boolean {
  return codeFolder.test(path) && !path.endsWith('.md')
}

export function isTest({ path }: ProjectFile): boolean {
  return /\.test\.tsx?$/.test(path)
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (!entry.isDirectory()) return [path]
    return skippedFolders.has(entry.name) || path === dataFolder ? [] : listFiles(root, path)
  })
}
