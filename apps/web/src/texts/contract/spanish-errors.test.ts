import { errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import { expect, test } from 'vitest'
import { inSpanish } from './spanish-errors.ts'

test.each([
  ['not_found', 'Not found', 'No encontrado'],
  ['chat_slow_mode', fill(errors.chat_slow_mode.message, { seconds: 7 }), /en 7 s$/],
  ['chat_message_too_long', fill(errors.chat_message_too_long.message, { max: 500, length: 612 }), /500.*612/],
  ['chat_banned', fill(errors.chat_banned.message, { until: '', reason: '' }), 'Estás expulsado de este chat'],
  [
    'chat_banned',
    fill(errors.chat_banned.message, { until: ' for another 3 days', reason: '. Reason: spam.\nAgain (*)' }),
    'Estás expulsado de este chat durante 3 días más. Motivo: spam.\nAgain (*)',
  ],
  ['chat_timed_out', 'You are timed out. You can write again in 9 s. Reason: hi', /en 9 s\. Motivo: hi$/],
  [
    'chat_account_too_young',
    fill(errors.chat_account_too_young.message, { age: '100 days', left: '1 day' }),
    /tener 100 días de antigüedad\. Vuelve en 1 día$/,
  ],
  ['invalid_request', 'title: too long', 'title: too long'],
] as const)('%s: %s', (code, sentence, expected) => {
  expect(inSpanish(code, sentence)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
})

test('the Spanish sentence contains every value of the English one', () => {
  for (const [code, { message }] of Object.entries(errors)) {
    const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    // Values that occur nowhere else in the sentence.
    const sentence = fill(message, Object.fromEntries(names.map((name) => [name, values[name] ?? `«${name}»`])))
    const spanish = inSpanish(code as keyof typeof errors, sentence)
    expect(spanish, code).not.toMatch(/\{\w+\}/)
    for (const name of names) expect(spanish, code).toContain(`«${name}»`)
  }
})

const values: Record<string, string> = { until: ' for another «until»', reason: '. Reason: «reason»' }
