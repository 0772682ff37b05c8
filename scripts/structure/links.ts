import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { ProjectFile } from './project-files.ts'

const link = /\]\(([^)\s]+)\)/g
const address = /^[a-z]+:/
/** In any text, code blocks included: a path from the root of the project. */
const pathFromRoot = /(?<![\w/.:-])(?:apps|packages|docs|e2e|bench|bin|scripts|deploy)\/[\w.-]+(?:\/[\w.-]+)*/g
/** Between backticks: a source file or a folder, by the end of its path. `data/` is made by the running site. */
const namedFile = /`((?:[\w.-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|cjs|css|md|conf))`/g
const namedFolder = /`(?!data\/`)((?:[\w.-]+\/)+)`/g

/** Links and paths in markdown files that lead nowhere. */
export function linkComplaints(root: string, files: readonly ProjectFile[]): string[] {
  const paths = files.map((file) => `/${file.path}`)
  return files
    .filter((file) => file.path.endsWith('.md'))
    .flatMap((file) => {
      const broken = [...file.text.matchAll(link)]
        .map((match) => match[1] ?? '')
        .filter((target) => !address.test(target) && !leadsSomewhere(root, file, files, target))
      const text = file.text.replace(link, '')
      const missing = [
        ...(text.match(pathFromRoot) ?? []).filter((path) => !existsAtRoot(root, path)),
        ...all(text, namedFile).filter((name) => !paths.some((path) => path.endsWith(`/${name}`))),
        ...all(text, namedFolder).filter((name) => !paths.some((path) => path.includes(`/${name}`))),
      ]
      return [
        ...broken.map((target) => `${file.path}: the link ${target} leads nowhere`),
        ...[...new Set(missing)].map((path) => `${file.path}: ${path} does not exist`),
      ]
    })
}

function leadsSomewhere(root: string, from: ProjectFile, files: readonly ProjectFile[], target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const to = path === '' ? from.path : normalize(join(dirname(from.path), path))
  if (!existsSync(join(root, to))) return false
  const page = files.find((file) => file.path === to)
  return anchor === undefined || page === undefined || anchorsOf(page).includes(anchor)
}

/** A test or bench is named without its ending: `e2e/ladder`, `docs/decisions/012`. */
function existsAtRoot(root: string, named: string): boolean {
  const path = named.replace(/\.$/, '')
  return ['', '.ts', '.tsx', '.test.ts'].some((ending) => existsSync(join(root, path + ending)))
}

/** GitHub's anchors of the headings. */
function anchorsOf({ text }: ProjectFile): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}
