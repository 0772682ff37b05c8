import { expect, it } from 'vitest'
import { findCompletion } from './completion.ts'

const names = ['carol', 'caro', 'bob']

/** The texts offered for insertion, with the caret at the end of `text`. */
function offered(text: string, isModerating = false): string[] | undefined {
  return findCompletion(text, text.length, names, isModerating)?.choices.map(({ insert }) => insert)
}

it('offers usernames after an @, and emotes after a colon and two letters', () => {
  expect(offered('hi @ca')).toEqual(['@carol ', '@caro '])
  expect(offered('mail@ca')).toBeUndefined()
  expect(offered(':fir')).toContain(':fire: ')
  expect(offered(':f')).toBeUndefined()
})

it('offers a command to users who may use it, until it is complete', () => {
  expect(offered('/', true)).toEqual(expect.arrayContaining(['/timeout ', '/ban ', '/slow ', '/clear ', '/me ']))
  expect(offered('/ti', true)).toEqual(['/timeout '])
  expect(offered('/')).toEqual(['/me '])
  expect(offered('/ti')).toBeUndefined()
  for (const complete of ['/clear', '/ban', '/me', '/ban carol', 'not /ba'])
    expect(offered(complete, true)).toBeUndefined()
})
