import type { HiveKeychain, KeychainCallback, KeychainResponse, KeychainWindow } from './keychain-api.ts'

/** `message` is the wallet's own text where it gave one. */
export interface WalletRefusal {
  ok: false
  reason: 'cancelled' | 'missing' | 'timeout' | 'failed'
  message: string | undefined
}

export type WalletSignature = { ok: true; signature: string; publicKey: string | undefined } | WalletRefusal
export type WalletBroadcast = { ok: true; transactionId: string | undefined } | WalletRefusal

/** A wallet that holds a user's Hive keys. The calls never throw; `signal` gives up waiting, the wallet's window may stay. */
export interface WalletProvider {
  readonly id: string
  detect(): Promise<boolean>
  /** Signs text with the posting key. */
  signBuffer(request: {
    username: string
    message: string
    title?: string
    signal?: AbortSignal
  }): Promise<WalletSignature>
  /** `weightPercent` is -100 to 100. */
  vote(request: {
    username: string
    author: string
    permlink: string
    weightPercent: number
    signal?: AbortSignal
  }): Promise<WalletBroadcast>
  /** `weight` must reach the account's posting threshold; the wallet signs with the active key. */
  addPostingAuthority(request: {
    username: string
    account: string
    weight: number
    signal?: AbortSignal
  }): Promise<WalletBroadcast>
  removePostingAuthority(request: { username: string; account: string; signal?: AbortSignal }): Promise<WalletBroadcast>
  /** `amount` has three decimals: '1.000'. A memo that begins with '#' is encrypted; the wallet signs with the active key. */
  transfer(request: {
    username: string
    to: string
    amount: string
    currency: 'HIVE' | 'HBD'
    memo: string
    signal?: AbortSignal
  }): Promise<WalletBroadcast>
  /** Publishes a post. `commentOptions` is the JSON of a `comment_options` operation, or empty. */
  post(request: WalletPost & { username: string; signal?: AbortSignal }): Promise<WalletBroadcast>
}

/** A post, not an answer to one: `parentPermlink` is its community or first tag. */
export interface WalletPost {
  title: string
  body: string
  parentPermlink: string
  jsonMetadata: string
  permlink: string
  commentOptions: string
}

export interface KeychainOptions {
  window?: KeychainWindow
  timeoutMs?: number
  handshakeTimeoutMs?: number
}

interface Request {
  send: (keychain: HiveKeychain, callback: KeychainCallback) => void
  /** What the answer's `data` must repeat. */
  expected: Record<string, string>
  signal: AbortSignal | undefined
}

/** The Hive Keychain extension, or what offers the same calls. A locked and closed Keychain never answers: hence the time limit. */
export function createKeychain(options: KeychainOptions = {}): WalletProvider {
  const { timeoutMs = 120_000, handshakeTimeoutMs = 1_000 } = options
  const page = options.window ?? (globalThis as KeychainWindow)
  let detection: Promise<boolean> | undefined
  // A second request makes Keychain answer 'ignored' to the first, so that they wait for each other.
  let last: Promise<unknown> = Promise.resolve()

  function handshake(): Promise<boolean> {
    return new Promise((resolve) => {
      const keychain = page.hive_keychain
      if (!keychain) return resolve(false)
      // Other wallets that take Keychain's requests need not know its greeting.
      if (!keychain.requestHandshake) return resolve(true)
      const timer = setTimeout(() => resolve(false), handshakeTimeoutMs)
      try {
        keychain.requestHandshake(() => {
          clearTimeout(timer)
          resolve(true)
        })
      } catch {
        clearTimeout(timer)
        resolve(false)
      }
    })
  }

  function enqueue(request: Request): Promise<KeychainResponse | WalletRefusal> {
    const answer = last.then(() => ask(request))
    last = answer
    return answer
  }

  function ask({ send, expected, signal }: Request): Promise<KeychainResponse | WalletRefusal> {
    return new Promise((resolve) => {
      const keychain = page.hive_keychain
      if (!keychain) return resolve(refusal('missing'))
      if (signal?.aborted) return resolve(refusal('cancelled'))
      const onAbort = () => settle(refusal('cancelled'))
      const timer = setTimeout(() => settle(refusal('timeout')), timeoutMs)
      signal?.addEventListener('abort', onAbort)
      function settle(outcome: KeychainResponse | WalletRefusal): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      try {
        send(keychain, (response) => settle(check(response, expected)))
      } catch {
        settle(refusal('failed'))
      }
    })
  }

  async function broadcast(request: Request): Promise<WalletBroadcast> {
    const answer = await enqueue(request)
    if ('ok' in answer) return answer
    const result = answer.result
    const id = isRecord(result) ? (result.tx_id ?? result.id) : undefined
    return { ok: true, transactionId: typeof id === 'string' ? id : undefined }
  }

  return {
    id: 'keychain',
    detect() {
      // Keychain keeps one handshake at a time; a second would take the answer of the first.
      detection ??= handshake().finally(() => {
        detection = undefined
      })
      return detection
    },
    async signBuffer({ username, message, title, signal }) {
      const answer = await enqueue({
        send: (keychain, callback) =>
          keychain.requestSignBuffer(username, message, 'Posting', callback, null, title ?? null),
        expected: { username, message },
        signal,
      })
      if ('ok' in answer) return answer
      const signature = answer.result
      // Whether it is one is the server's to say.
      if (typeof signature !== 'string' || signature === '') return refusal('failed')
      return { ok: true, signature, publicKey: answer.publicKey }
    },
    vote({ username, author, permlink, weightPercent, signal }) {
      const weight = Math.round(weightPercent * 100)
      return broadcast({
        send: (keychain, callback) => keychain.requestVote(username, permlink, author, weight, callback),
        expected: { username, author, permlink },
        signal,
      })
    },
    addPostingAuthority({ username, account, weight, signal }) {
      return broadcast({
        send: (keychain, callback) =>
          keychain.requestAddAccountAuthority(username, account, 'Posting', weight, callback),
        expected: { username, authorizedUsername: account },
        signal,
      })
    },
    removePostingAuthority({ username, account, signal }) {
      return broadcast({
        send: (keychain, callback) => keychain.requestRemoveAccountAuthority(username, account, 'Posting', callback),
        expected: { username, authorizedUsername: account },
        signal,
      })
    },
    transfer({ username, to, amount, currency, memo, signal }) {
      return broadcast({
        send: (keychain, callback) => keychain.requestTransfer(username, to, amount, memo, currency, callback, true),
        expected: { username, to, memo },
        signal,
      })
    },
    post({ username, title, body, parentPermlink, jsonMetadata, permlink, commentOptions, signal }) {
      return broadcast({
        send: (keychain, callback) =>
          keychain.requestPost(
            username,
            title,
            body,
            parentPermlink,
            '',
            jsonMetadata,
            permlink,
            commentOptions,
            callback,
          ),
        expected: { username, permlink },
        signal,
      })
    },
  }
}

/**
 * A refusal, or the answer when it is a success that belongs to the request: after a reload of the page Keychain's old
 * window may answer into the new page, whose request ids begin at 1 again.
 */
function check(response: unknown, expected: Record<string, string>): KeychainResponse | WalletRefusal {
  if (!isRecord(response)) return refusal('failed')
  const message = typeof response.message === 'string' ? response.message : undefined
  if (response.success !== true) {
    const isCancelled = response.error === 'user_cancel' || response.error === 'ignored'
    return refusal(isCancelled ? 'cancelled' : 'failed', message)
  }
  // Keychain repeats the request; a wallet that repeats nothing of it cannot be held to that.
  const data = isRecord(response.data) ? response.data : {}
  for (const [key, value] of Object.entries(expected)) {
    if (data[key] !== undefined && data[key] !== value) return refusal('failed')
  }
  return response as unknown as KeychainResponse
}

function refusal(reason: WalletRefusal['reason'], message?: string): WalletRefusal {
  return { ok: false, reason, message }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
