// Writes the tables of docs/privacy.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privacyTables, tablesBegin, tablesEnd } from './privacy-tables.ts'

const file = join(import.meta.dirname, '../../../../../docs/privacy.md')
const text = readFileSync(file, 'utf8')
const [before = '', rest = ''] = text.split(tablesBegin)
const [, after = ''] = rest.split(tablesEnd)
writeFileSync(file, `${before}${privacyTables()}${after}`)
