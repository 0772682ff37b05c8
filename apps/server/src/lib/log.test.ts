import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('logs what an error says and where it was thrown, without its other fields', () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line) => lines.push(line) } })
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
  const error = Object.assign(new Error('no database', { cause }), { parameters: ['a user wrote this'] })
  log.error({ error }, 'could not read')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'could not read',
    error: {
      name: 'Error',
      message: 'no database',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'connection refused', code: 'ECONNREFUSED' },
    },
  })
  expect(lines[0]).not.toContain('a user wrote this')
})
