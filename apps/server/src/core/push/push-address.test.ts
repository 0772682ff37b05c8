import { describe, expect, it } from 'vitest'
import { pushServiceOf } from './push-address.ts'

describe('[T10] [T45] the address of a push service', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc:def', 'fcm.googleapis.com'],
    ['https://fcm.googleapis.com:443/wp/abc', 'fcm.googleapis.com'],
    ['https://jmt17.google.com/fcm/send/abc', 'jmt17.google.com'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'push.services.mozilla.com'],
    ['https://web.push.apple.com/QGabc', 'push.apple.com'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'notify.windows.com'],
    ['https://WEB.PUSH.APPLE.COM/QGabc', 'push.apple.com'],
  ])('%s is one', (address, service) => {
    expect(pushServiceOf(address, 'public')).toBe(service)
    expect(pushServiceOf(address, 'loopback')).toBe(service)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/fcm/send/abc',
    'https://evil-fcm.googleapis.com/fcm/send/abc',
    'https://evilpush.apple.com/abc',
    'https://notify.windows.com.evil.example/abc',
    'https://fcm.googleapis.com./fcm/send/abc',
    'https://user:secret@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com@evil.example/fcm/send/abc',
    'https://fcm.googleapis.com/fcm/send/abc#part',
    'https://evil.example/?fcm.googleapis.com',
    'https://142.250.1.1/fcm/send/abc',
    'https://[2a00:1450::1]/fcm/send/abc',
    'https://127.0.0.1/',
    'http://127.0.0.1:9000/',
    'https://localhost/',
    'ftp://fcm.googleapis.com/abc',
    'fcm.googleapis.com/fcm/send/abc',
    '',
  ])('%s is none', (address) => {
    expect(pushServiceOf(address, 'public')).toBeUndefined()
  })

  it('is one of this machine only where a sandbox says so', () => {
    for (const address of ['http://127.0.0.1:9000/a', 'https://[::1]:9000/a']) {
      expect(pushServiceOf(address, 'loopback')).toBe(new URL(address).host)
      expect(pushServiceOf(address, 'public')).toBeUndefined()
    }
    for (const address of [
      'http://10.0.0.1/',
      'http://localhost/',
      'http://127.0.0.1.evil.example/',
      'ws://127.0.0.1/',
    ]) {
      expect(pushServiceOf(address, 'loopback')).toBeUndefined()
    }
  })
})
