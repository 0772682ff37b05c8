// `npm run structure`: prints the size of rooms and files and what is cited, and fails where the project breaks its own limits:
// crowded rooms, long files, citations and links that lead nowhere. scripts/check-structure.test.ts shows that each can fail.
import { fileURLToPath } from 'node:url'
import { citationComplaints, citationsOf } from './structure/citations.ts'
import { linkComplaints } from './structure/links.ts'
import { isCode, isTest, readProject } from './structure/project-files.ts'
import { filesPerFolder, roomComplaints, sizes } from './structure/rooms.ts'

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const files = readProject(root)
const code = files.filter(isCode)
const citations = citationsOf(files)

console.log('Source files per folder (without tests and stylesheets)')
for (const [folder, count] of [...filesPerFolder(files)].sort()) console.log(`${String(count).padStart(4)} ${folder}`)

console.log('\nLines: median / 95th percentile / largest')
const kinds = {
  sources: code.filter((file) => !isTest(file) && !file.path.endsWith('.css')),
  tests: code.filter(isTest),
  stylesheets: code.filter((file) => file.path.endsWith('.css')),
}
for (const [kind, of] of Object.entries(kinds)) console.log(`${kind}: ${sizes(of)} (${of.length} files)`)

const ids = new Set(citations.map(({ id }) => id))
console.log(`\n${citations.length} citations of ${ids.size} rules, threats and faults`)

const complaints = [...roomComplaints(files), ...citationComplaints(files), ...linkComplaints(root, files)]
for (const complaint of complaints) console.log(`error: ${complaint}`)
process.exit(complaints.length === 0 ? 0 : 1)
