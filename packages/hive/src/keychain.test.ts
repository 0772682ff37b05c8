import { afterEach, describe, expect, it, vi } from 'vitest'
import { createKeychain } from './keychain.ts'
import type { HiveKeychain, KeychainCallback, KeychainWindow } from './keychain-api.ts'

/** The responses of the real extension, word for word. */
const signature = `20${'29'.repeat(64)}`
const signed = (username: string, message: string) => ({
  success: true,
  error: null,
  result: signature,
  data: { type: 'signBuffer', username, message, method: 'Posting', rpc: null, title: null, key: 'posting' },
  message: 'Message signed successfully.',
  request_id: 1,
  publicKey: 'STM8LdDooLPhEqvSAM31V74F94tmtoNFzNSLRSaHPXnmhLPWKW9eM',
})
const refusal = (error: unknown, message: string) => ({ success: false, error, result: null, message, request_id: 1 })

afterEach(() => {
  vi.useRealTimers()
})

/** A window whose wallet passes every sign request to `respond`. */
function windowWith(respond: (callback: KeychainCallback, username: string, message: string) => void): KeychainWindow {
  const keychain: Partial<HiveKeychain> = {
    requestHandshake: (callback) => callback(),
    requestSignBuffer: (account, message, _key, callback) => respond(callback, account ?? '', message),
  }
  return { hive_keychain: keychain as HiveKeychain }
}

const request = { username: 'alice', message: 'challenge' }

describe('signBuffer', () => {
  it('returns the signature', async () => {
    const window = windowWith((callback, username, message) => callback(signed(username, message)))
    expect(await createKeychain({ window }).signBuffer(request)).toEqual({
      ok: true,
      signature,
      publicKey: 'STM8LdDooLPhEqvSAM31V74F94tmtoNFzNSLRSaHPXnmhLPWKW9eM',
    })
  })

  it.each([
    ['user_cancel', 'Request was canceled by the user.', 'cancelled'],
    ['ignored', 'User ignored this transaction', 'cancelled'],
    ['incomplete', 'ValidationError: "message" is not allowed to be empty', 'failed'],
    [{}, 'Failed to fetch', 'failed'],
    [{ name: 'KeychainError' }, 'Posting key is incorrect. Please update your key and try again.', 'wrong-key'],
    [{ code: -32003, data: { name: 'tx_missing_posting_auth' } }, 'Missing Posting Authority alice', 'wrong-key'],
    [{ code: -32003, data: { name: 'not_enough_rc_exception' } }, 'Not enough RC', 'failed'],
    [undefined, 'odd', 'failed'],
  ])('maps error %j', async (error, message, reason) => {
    const window = windowWith((callback) => callback(refusal(error, message)))
    expect(await createKeychain({ window }).signBuffer(request)).toEqual({ ok: false, reason, key: 'posting', message })
  })

  it.each([
    ['to another challenge', signed('alice', 'another')],
    ['for another user', signed('bob', 'challenge')],
    ['without a signature', { ...signed('alice', 'challenge'), result: null }],
    ['with an empty signature', { ...signed('alice', 'challenge'), result: '' }],
    ['that is undefined', undefined],
    ['that is text', 'ok'],
  ])('refuses a response %s', async (_name, response) => {
    const window = windowWith((callback) => callback(response as never))
    expect(await createKeychain({ window }).signBuffer(request)).toEqual({
      ok: false,
      reason: 'failed',
      key: 'posting',
      message: undefined,
    })
  })

  it('accepts the response of a wallet that does not repeat the request', async () => {
    const window = windowWith((callback) => callback({ success: true, result: signature }))
    expect(await createKeychain({ window }).signBuffer(request)).toMatchObject({ ok: true, signature })
  })

  it('reports a missing wallet and one that throws', async () => {
    expect(await createKeychain({ window: {} }).signBuffer(request)).toMatchObject({ ok: false, reason: 'missing' })
    const window = windowWith(() => {
      throw new Error('Extension context invalidated.')
    })
    expect(await createKeychain({ window }).signBuffer(request)).toMatchObject({ ok: false, reason: 'failed' })
  })

  it('times out after two minutes, and ignores a later response', async () => {
    vi.useFakeTimers()
    const callbacks: KeychainCallback[] = []
    const wallet = createKeychain({ window: windowWith((callback) => callbacks.push(callback)) })
    const outcome = wallet.signBuffer(request)
    await vi.advanceTimersByTimeAsync(119_999)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({ ok: false, reason: 'timeout' })
    const next = wallet.signBuffer({ username: 'alice', message: 'next' })
    await vi.advanceTimersByTimeAsync(0)
    callbacks[0]!(signed('alice', 'challenge'))
    callbacks[1]!(signed('alice', 'next'))
    expect(await next).toMatchObject({ ok: true })
  })

  it('sends one request at a time', async () => {
    const sent: [string, KeychainCallback][] = []
    const wallet = createKeychain({
      window: windowWith((callback, _username, message) => sent.push([message, callback])),
    })
    const first = wallet.signBuffer({ username: 'alice', message: 'first' })
    const second = wallet.signBuffer({ username: 'alice', message: 'second' })
    await expect.poll(() => sent.map(([message]) => message)).toEqual(['first'])
    sent[0]![1](signed('alice', 'first'))
    expect(await first).toMatchObject({ ok: true })
    await expect.poll(() => sent.map(([message]) => message)).toEqual(['first', 'second'])
    sent[1]![1](signed('alice', 'second'))
    expect(await second).toMatchObject({ ok: true })
  })

  it('stops waiting when it is aborted, and sends the next request', async () => {
    const sent: string[] = []
    const wallet = createKeychain({ window: windowWith((_callback, _username, message) => sent.push(message)) })
    const abort = new AbortController()
    const first = wallet.signBuffer({ ...request, signal: abort.signal })
    await expect.poll(() => sent).toHaveLength(1)
    abort.abort()
    expect(await first).toMatchObject({ ok: false, reason: 'cancelled' })
    void wallet.signBuffer({ username: 'alice', message: 'second' })
    await expect.poll(() => sent).toEqual(['challenge', 'second'])
  })
})

describe('a request that waits for its turn', () => {
  it('is cancelled at once and never reaches the wallet', async () => {
    const sent: [string, KeychainCallback][] = []
    const wallet = createKeychain({
      window: windowWith((callback, _username, message) => sent.push([message, callback])),
    })
    const first = wallet.signBuffer({ username: 'alice', message: 'first' })
    const abort = new AbortController()
    const second = wallet.signBuffer({ username: 'alice', message: 'second', signal: abort.signal })
    await expect.poll(() => sent).toHaveLength(1)
    abort.abort()
    expect(await second).toEqual({ ok: false, reason: 'cancelled', key: 'posting', message: undefined })
    sent[0]![1](signed('alice', 'first'))
    expect(await first).toMatchObject({ ok: true })
    const third = wallet.signBuffer({ username: 'alice', message: 'third' })
    await expect.poll(() => sent.map(([message]) => message)).toEqual(['first', 'third'])
    sent[1]![1](signed('alice', 'third'))
    expect(await third).toMatchObject({ ok: true })
  })
})

describe('detect', () => {
  it('requires a handshake within the timeout', async () => {
    expect(await createKeychain({ window: {} }).detect()).toBe(false)
    expect(await createKeychain({ window: windowWith(() => {}) }).detect()).toBe(true)
    const window = windowWith(() => {})
    window.hive_keychain!.requestHandshake = () => {}
    expect(await createKeychain({ window, handshakeTimeoutMs: 10 }).detect()).toBe(false)
  })

  it('accepts a wallet that has no handshake', async () => {
    const window = windowWith(() => {})
    delete window.hive_keychain!.requestHandshake
    expect(await createKeychain({ window }).detect()).toBe(true)
  })

  it('shares one handshake between callers, because a second would receive the response to the first', async () => {
    const window = windowWith(() => {})
    let finishHandshake = () => {}
    window.hive_keychain!.requestHandshake = (callback) => {
      finishHandshake = callback
    }
    const wallet = createKeychain({ window, handshakeTimeoutMs: 1_000 })
    const both = Promise.all([wallet.detect(), wallet.detect()])
    finishHandshake()
    expect(await both).toEqual([true, true])
  })
})

describe('broadcasts', () => {
  it('pass arguments in the order of the extension, and the weight as percent times 100', async () => {
    const calls: unknown[][] = []
    const record = (...args: unknown[]) => {
      calls.push(args.filter((arg) => typeof arg !== 'function'))
      const callback = args.find((arg) => typeof arg === 'function') as KeychainCallback
      const data =
        calls.length === 1
          ? { type: 'vote', username: 'alice', author: 'bob', permlink: 'my-post', weight: 5000 }
          : { type: 'addAccountAuthority', username: 'alice', authorizedUsername: 'waggle' }
      callback({ success: true, result: { id: 'ab12', tx_id: 'ab12', confirmed: false }, data, request_id: 1 })
    }
    const window = {
      hive_keychain: {
        requestVote: record,
        requestAddAccountAuthority: record,
        requestRemoveAccountAuthority: record,
      } as Partial<HiveKeychain> as HiveKeychain,
    }
    const wallet = createKeychain({ window })
    expect(await wallet.vote({ username: 'alice', author: 'bob', permlink: 'my-post', weightPercent: 50 })).toEqual({
      ok: true,
      transactionId: 'ab12',
    })
    expect(await wallet.addPostingAuthority({ username: 'alice', account: 'waggle', weight: 1 })).toMatchObject({
      ok: true,
    })
    expect(await wallet.removePostingAuthority({ username: 'alice', account: 'waggle' })).toMatchObject({ ok: true })
    expect(calls).toEqual([
      ['alice', 'my-post', 'bob', 5000],
      ['alice', 'waggle', 'Posting', 1],
      ['alice', 'waggle', 'Posting'],
    ])
  })

  it('posts and transfers pass arguments in the order of the extension, and refuse a response to another request', async () => {
    const calls: unknown[][] = []
    const record = (...args: unknown[]) => {
      calls.push(args.filter((argument) => typeof argument !== 'function'))
      const callback = args.find((argument) => typeof argument === 'function') as KeychainCallback
      const data = { username: 'alice', permlink: 'live-1', to: 'bob', memo: 'live-1 hi' }
      callback({ success: true, result: { id: 'ab12', tx_id: 'ab12', confirmed: true }, data, message: 'ok' })
    }
    const hive_keychain = { requestPost: record, requestTransfer: record } as Partial<HiveKeychain> as HiveKeychain
    const wallet = createKeychain({ window: { hive_keychain } })
    const post = { title: 'T', body: 'B', parentPermlink: 'live', jsonMetadata: '{}', commentOptions: '' }
    expect(await wallet.post({ ...post, username: 'alice', permlink: 'live-1' })).toMatchObject({ ok: true })
    const tip = { username: 'alice', to: 'bob', amount: '1.000', currency: 'HBD' as const, memo: 'live-1 hi' }
    expect(await wallet.transfer(tip)).toEqual({ ok: true, transactionId: 'ab12' })
    // public/hive_keychain.js: requestPost(account, title, body, parent_perm, parent_account, json_metadata, permlink,
    // comment_options) and requestTransfer(account, to, amount, memo, currency, callback, enforce).
    expect(calls).toEqual([
      ['alice', 'T', 'B', 'live', '', '{}', 'live-1', ''],
      ['alice', 'bob', '1.000', 'live-1 hi', 'HBD', true],
    ])
    expect(await wallet.transfer({ ...tip, memo: 'another' })).toMatchObject({ ok: false })
  })
})
