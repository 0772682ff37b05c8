import { expect, it } from 'vitest'
import { within } from './within.ts'

it('gives the value, a failure, or undefined when neither arrives in time', async () => {
  expect(await within(Promise.resolve('value'), 10_000)).toBe('value')
  await expect(within(Promise.reject(new Error('failed')), 10_000)).rejects.toThrow('failed')
  expect(await within(new Promise(() => undefined), 1)).toBeUndefined()
})
