import { isCode, type ProjectFile } from './project-files.ts'

/** `rule PLAYER-3`, `rules PLAYER-3 and CHAT-1`, `[PLAYER-3]`, `[F13, PLAYER-10]`: the place of the ids, whatever their area. */
const ruleCitation = /\brules? ([A-Z]+-\d+(?:(?:, | and |, and | or | to )[A-Z]+-\d+)*)|\[((?:[A-Z]+-?\d+(?:, )?)+)\]/g
const ruleId = /(?<![\w-])([A-Z]+)-\d+\b/g
/** Ids of docs/threats.md stand anywhere; not in `%F0`, `#F00` or `0xF1`. */
const threatId = /(?<![\w%#])[TF][1-9]\d?(?!\w)/g
/** Bracketed texts of this form that are no rules. */
const otherNames = new Set(['UTF-8', 'SHA-1', 'SHA-256'])
/** References to the document that docs/rules.md was made from. It is not in the repository. */
const outsideReference = /\bspec,? sections?\b|\bthe spec\b/gi

const rulesFile = 'docs/rules.md'
const threatsFile = 'docs/threats.md'
const ruleItem = /^- \*\*([A-Z]+-\d+)\*\* /
const threatRow = /^\| ([TF]\d+) \|/
/** Cites what does not exist, on purpose. */
const proof = 'scripts/check-structure.test.ts'

export interface Citation {
  path: string
  line: number
  id: string
}

/** Every rule, threat and fault that code or a document cites. An id of a known area is a citation wherever it stands. */
export function citationsOf(files: readonly ProjectFile[]): Citation[] {
  const areas = new Set(idsDefined(files, rulesFile, ruleItem).map(areaOf))
  return files.filter(isCiting).flatMap((file) => matches(file, (line) => citedIds(line, areas)))
}

export function citationComplaints(files: readonly ProjectFile[]): string[] {
  const rules = idsDefined(files, rulesFile, ruleItem)
  const threats = idsDefined(files, threatsFile, threatRow)
  const unresolved = citationsOf(files)
    .filter(({ id }) => !rules.includes(id) && !threats.includes(id))
    .map(({ path, line, id }) => `${path}:${line}: ${id} is not in ${id.includes('-') ? rulesFile : threatsFile}`)
  const repeated = [...rules, ...threats]
    .filter((id, index, all) => all.indexOf(id) !== index)
    .map((id) => `${id.includes('-') ? rulesFile : threatsFile}: ${id} is defined twice`)
  const outside = files
    .flatMap((file) => matches(file, (line) => line.match(outsideReference) ?? []))
    .map(({ path, line, id }) => `${path}:${line}: "${id}" refers to a document outside the repository; cite a rule`)
  return [...unresolved, ...repeated, ...outside]
}

function isCiting(file: ProjectFile): boolean {
  return file.path !== proof && (isCode(file) || /\.(?:md|conf)$/.test(file.path))
}

function citedIds(definingLine: string, areas: ReadonlySet<string>): string[] {
  const line = definingLine.replace(ruleItem, '').replace(threatRow, '')
  const inCitations = [...line.matchAll(ruleCitation)]
    .flatMap(([, afterRule, bracketed]) => (afterRule ?? bracketed ?? '').match(ruleId) ?? [])
    .filter((id) => !otherNames.has(id))
  const ofKnownAreas = (line.match(ruleId) ?? []).filter((id) => areas.has(areaOf(id)))
  return [...new Set([...inCitations, ...ofKnownAreas, ...(line.match(threatId) ?? [])])]
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

function matches(file: ProjectFile, find: (line: string) => readonly string[]): Citation[] {
  return file.text
    .split('\n')
    .flatMap((line, index) => find(line).map((id) => ({ path: file.path, line: index + 1, id })))
}

function idsDefined(files: readonly ProjectFile[], path: string, definition: RegExp): string[] {
  const text = files.find((file) => file.path === path)?.text ?? ''
  return text.split('\n').flatMap((line) => definition.exec(line)?.[1] ?? [])
}
