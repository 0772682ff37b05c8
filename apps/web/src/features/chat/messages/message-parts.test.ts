import { expect, test } from 'vitest'
import { mentions, splitMessage } from './message-parts.ts'

const links = (message: string) => splitMessage(message).flatMap((part) => (part.kind === 'link' ? [part.address] : []))

test.each([
  ['see https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['HTTP://EXAMPLE.com', ['http://example.com/']],
  ['two https://a.example http://b.example', ['https://a.example/', 'http://b.example/']],
  ['https://example.com"onmouseover="alert(1)', ['https://example.com/']],
])('finds the links of %j', (message, addresses) => expect(links(message)).toEqual(addresses))

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//example.com',
  'https://',
  'https://bank.example@evil.example/',
  'xhttps://example.com',
])('%j is text', (message) => expect(links(message)).toEqual([]))

test('a mention is a Hive username that is a word of its own', () => {
  expect(mentions('hi @bob!', 'bob')).toBe(true)
  expect(mentions('@Bob.', 'bob')).toBe(true)
  expect(mentions('(@bob)', 'bob')).toBe(true)
  expect(mentions('mail@bob', 'bob')).toBe(false)
  expect(mentions('@bobby', 'bob')).toBe(false)
  expect(mentions('https://example.com/@bob', 'bob')).toBe(false)
})

test('an emote is a known name between colons, whatever surrounds it', () => {
  const names = (message: string) => splitMessage(message).flatMap((part) => (part.kind === 'emote' ? [part.name] : []))
  expect(names(':fire: :Fire::fire:')).toEqual(['fire', 'fire', 'fire'])
  expect(names('10:20:fire:')).toEqual(['fire'])
  expect(names(':nosuchemote: :constructor: :__proto__:')).toEqual([])
})

test('the texts of the parts together are the message', () => {
  for (const message of [
    '',
    ':',
    '@',
    'a:b:c',
    '@bob:fire:https://x.example/:fire:',
    '\u0000<b>&amp;',
    '🔥'.repeat(500),
  ]) {
    expect(
      splitMessage(message)
        .map(({ text }) => text)
        .join(''),
    ).toBe(message)
  }
})

test('splits pathological messages quickly', () => {
  const startMs = performance.now()
  for (const piece of [':', 'a:', '@', '@a', 'https://', 'https://a.b/)', 'https://a.b/!!', ':fire', '('])
    splitMessage(piece.repeat(4000))
  expect(performance.now() - startMs).toBeLessThan(10_000)
})
