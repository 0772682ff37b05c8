import { describe, expect, it } from 'vitest'
import { type ChannelPanel, checkPanel } from './panels.ts'

const panel: ChannelPanel = { title: 'Schedule', text: '', link: null }
const check = (written: Partial<ChannelPanel>) => checkPanel({ ...panel, ...written })

describe('[SETTINGS-7] a panel', () => {
  it('is stored trimmed, with its line breaks and without what cannot be seen', () => {
    expect(check({ title: ' My\n‮schedule ', text: ' Monday\r\nFriday‮ ', link: ' https://Example.com ' })).toEqual({
      title: 'My schedule',
      text: 'Monday\nFriday',
      link: 'https://example.com/',
    })
  })

  it('has a title of 1 to 60 characters and a text of at most 600, counted by code point', () => {
    expect(check({ title: '🐝'.repeat(60), text: '🐝'.repeat(600) })).toMatchObject({ title: '🐝'.repeat(60) })
    expect(check({ title: 'x'.repeat(61) })).toBe('title')
    for (const empty of ['', ' \n ', '‮']) expect(check({ title: empty })).toBe('title')
    expect(check({ text: 'x'.repeat(601) })).toBe('text')
  })

  it('needs neither text nor link', () => {
    for (const link of [null, '', ' ']) expect(check({ link })).toEqual(panel)
  })

  it('has a link of at most 500 characters as browsers write it', () => {
    const path = 'a'.repeat(500 - 'https://e.co/'.length)
    expect(check({ link: `https://e.co/${path}` })).toMatchObject({ link: `https://e.co/${path}` })
    expect(check({ link: `https://e.co/${path}a` })).toBe('link')
    // Each of them is nine characters in an address.
    expect(check({ link: `https://e.co/${'蜂'.repeat(60)}` })).toBe('link')
  })

  it.each([
    'http://example.com/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://example.com',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://name@example.com/',
    'https://www.bank.example:secret@example.com/',
    '//example.com/',
    '/watch?user=bob',
    'example.com',
    'https://',
    'https://a b/',
  ])('[T12] refuses the link %j', (link) => {
    expect(check({ link })).toBe('link')
  })
})
