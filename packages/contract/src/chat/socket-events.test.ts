import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('socket-events.ts', import.meta.url), 'utf8')
const documented = readFileSync(new URL('../../../../docs/sockets.md', import.meta.url), 'utf8')

/** The names of the events in an interface. */
function eventsIn(name: string): string[] {
  const body = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(source)?.[1] ?? ''
  return [...body.matchAll(/^ {2}'?([a-z-]+)'?: \(/gm)].map(([, event = '']) => event)
}

/** The first column of the table below a heading. */
function rowsBelow(heading: string): string[] {
  const section = documented.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, event = '']) => event)
}

test.each([
  ['ServerEvents', 'What the server sends', 18],
  ['ClientEvents', 'What a client sends', 2],
])('docs/sockets.md describes every event of %s', (name, heading, atLeast) => {
  const events = eventsIn(name)
  expect(events.length).toBeGreaterThanOrEqual(atLeast)
  expect(rowsBelow(heading).sort()).toEqual(events.sort())
})
