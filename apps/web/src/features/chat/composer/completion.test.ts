import { expect, it } from 'vitest'
import { findCompletion } from './completion.ts'

const names = ['carol', 'caro', 'bob']

/** What would be inserted for what was typed, with the caret at its end. */
function offered(text: string, isModerating = false): string[] | undefined {
  return findCompletion(text, text.length, names, isModerating)?.choices.map(({ insert }) => insert)
}

it('offers names after an @ and emotes after two letters', () => {
  expect(offered('hi @ca')).toEqual(['@carol ', '@caro '])
  expect(offered('mail@ca')).toBeUndefined()
  expect(offered(':fir')).toContain(':fire: ')
  expect(offered(':f')).toBeUndefined()
})

it('offers commands to those who may use them, until one is whole', () => {
  expect(offered('/', true)).toEqual(expect.arrayContaining(['/timeout ', '/ban ', '/slow ', '/clear ', '/me ']))
  expect(offered('/ti', true)).toEqual(['/timeout '])
  expect(offered('/')).toEqual(['/me '])
  expect(offered('/ti')).toBeUndefined()
  for (const whole of ['/clear', '/ban', '/me', '/ban carol', 'not /ba']) expect(offered(whole, true)).toBeUndefined()
})
