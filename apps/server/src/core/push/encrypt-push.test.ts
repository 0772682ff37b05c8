import { expect, it } from 'vitest'
import { createPushBrowser } from '../../testing/push/push-browser.ts'
import { encryptPush, isBrowserKey } from './encrypt-push.ts'

it('[T45] encrypts the example of RFC 8291, appendix A', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const body = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('[T45] is read by the browser it is for, and by no other', () => {
  const [browser, other] = [createPushBrowser(), createPushBrowser()]
  const texts = ['', 'ñandú 🐝', 'x'.repeat(3000)]
  for (const text of texts) expect(browser.read(encryptPush(text, browser.keys))).toBe(text)
  expect(() => other.read(encryptPush('hello', browser.keys))).toThrow()
  const [one, again] = [encryptPush('hello', browser.keys), encryptPush('hello', browser.keys)]
  expect(one.equals(again)).toBe(false)
})

it('knows what is no point of the curve', () => {
  expect(isBrowserKey(createPushBrowser().keys.p256dh)).toBe(true)
  expect(isBrowserKey('x'.repeat(87))).toBe(false)
  expect(isBrowserKey(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url'))).toBe(false)
})
