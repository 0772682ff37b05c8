// `npm run capacity`: writes the tables of docs/capacity.md from the figures in scripts/capacity/figures.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from './capacity/tables.ts'

const document = new URL('../docs/capacity.md', import.meta.url)
writeFileSync(document, withTables(readFileSync(document, 'utf8')))
