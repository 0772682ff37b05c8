import type { HiveKeychain, KeychainCallback, KeychainResponse, KeychainWindow } from './keychain-api.ts'

/**
 * `message` is the wallet's text, if it gave one. 'wrong-key': the chain does not accept the key that the wallet holds. 'cancelled'
 * with a message comes from Keychain, which also gives it when it lacks the key or the account; without one, the page cancelled.
 */
export interface WalletRefusal {
  ok: false
  reason: 'cancelled' | 'missing' | 'timeout' | 'wrong-key' | 'failed'
  message: string | undefined
  /** The key that the request needs. */
  key: WalletKey
}

export type WalletKey = 'posting' | 'active'

type WalletSignature = { ok: true; signature: string; publicKey: string | undefined } | WalletRefusal
export type WalletBroadcast = { ok: true; transactionId: string | undefined } | WalletRefusal

/** A wallet that holds a user's Hive keys. The calls never reject. `signal` stops waiting, but the wallet's window may stay open. */
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
  /** `weight` must reach the account's posting threshold. The wallet signs with the active key. */
  addPostingAuthority(request: {
    username: string
    account: string
    weight: number
    signal?: AbortSignal
  }): Promise<WalletBroadcast>
  removePostingAuthority(request: { username: string; account: string; signal?: AbortSignal }): Promise<WalletBroadcast>
  /** `amount` has three decimals: '1.000'. A memo that begins with '#' is encrypted. The wallet signs with the active key. */
  transfer(request: {
    username: string
    to: string
    amount: string
    currency: 'HIVE' | 'HBD'
    memo: string
    signal?: AbortSignal
  }): Promise<WalletBroadcast>
  /** Publishes a post. `commentOptions` is the JSON body of a `comment_options` operation, or empty. */
  post(request: WalletPost & { username: string; signal?: AbortSignal }): Promise<WalletBroadcast>
}

/** A post, not a reply. `parentPermlink` is its community or first tag. */
interface WalletPost {
  title: string
  body: string
  parentPermlink: string
  jsonMetadata: string
  permlink: string
  commentOptions: string
}

interface KeychainOptions {
  window?: KeychainWindow
  timeoutMs?: number
  handshakeTimeoutMs?: number
}

interface Request {
  key: WalletKey
  send: (keychain: HiveKeychain, callback: KeychainCallback) => void
  /** Fields that the response's `data` must repeat. */
  expected: Record<string, string>
  signal: AbortSignal | undefined
}

/** Wraps the Hive Keychain extension, or another wallet with the same calls. Has a timeout, because a locked Keychain never responds. */
export function createKeychain(options: KeychainOptions = {}): WalletProvider {
  const { timeoutMs = 120_000, handshakeTimeoutMs = 1_000 } = options
  const page = options.window ?? (globalThis as KeychainWindow)
  let detection: Promise<boolean> | undefined
  // Requests are queued, because a second request makes Keychain respond 'ignored' to the first.
  let lastRequest: Promise<unknown> = Promise.resolve()

  function handshake(): Promise<boolean> {
    return new Promise((resolve) => {
      const keychain = page.hive_keychain
      if (!keychain) return resolve(false)
      // Other wallets may accept Keychain's requests without implementing its handshake.
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
    const response = lastRequest.then(() => sendRequest(request))
    lastRequest = response
    // A request that waits for its turn can be cancelled too.
    return Promise.race([response, whenCancelled(request)])
  }

  function sendRequest({ key, send, expected, signal }: Request): Promise<KeychainResponse | WalletRefusal> {
    return new Promise((resolve) => {
      const keychain = page.hive_keychain
      if (!keychain) return resolve(refusal('missing', key))
      if (signal?.aborted) return resolve(refusal('cancelled', key))
      const onAbort = () => settle(refusal('cancelled', key))
      const timer = setTimeout(() => settle(refusal('timeout', key)), timeoutMs)
      signal?.addEventListener('abort', onAbort)
      function settle(outcome: KeychainResponse | WalletRefusal): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      try {
        send(keychain, (response) => settle(checkResponse(response, key, expected)))
      } catch {
        settle(refusal('failed', key))
      }
    })
  }

  async function broadcast(request: Request): Promise<WalletBroadcast> {
    const response = await enqueue(request)
    if ('ok' in response) return response
    const result = response.result
    const id = isRecord(result) ? (result.tx_id ?? result.id) : undefined
    return { ok: true, transactionId: typeof id === 'string' ? id : undefined }
  }

  return {
    id: 'keychain',
    detect() {
      // Keychain handles one handshake at a time: a second would receive the response to the first.
      detection ??= handshake().finally(() => {
        detection = undefined
      })
      return detection
    },
    async signBuffer({ username, message, title, signal }) {
      const response = await enqueue({
        key: 'posting',
        send: (keychain, callback) =>
          keychain.requestSignBuffer(username, message, 'Posting', callback, null, title ?? null),
        expected: { username, message },
        signal,
      })
      if ('ok' in response) return response
      const signature = response.result
      // The server verifies the signature.
      if (typeof signature !== 'string' || signature === '') return refusal('failed', 'posting')
      return { ok: true, signature, publicKey: response.publicKey }
    },
    vote({ username, author, permlink, weightPercent, signal }) {
      const weight = Math.round(weightPercent * 100)
      return broadcast({
        key: 'posting',
        send: (keychain, callback) => keychain.requestVote(username, permlink, author, weight, callback),
        expected: { username, author, permlink },
        signal,
      })
    },
    addPostingAuthority({ username, account, weight, signal }) {
      return broadcast({
        key: 'active',
        send: (keychain, callback) =>
          keychain.requestAddAccountAuthority(username, account, 'Posting', weight, callback),
        expected: { username, authorizedUsername: account },
        signal,
      })
    },
    removePostingAuthority({ username, account, signal }) {
      return broadcast({
        key: 'active',
        send: (keychain, callback) => keychain.requestRemoveAccountAuthority(username, account, 'Posting', callback),
        expected: { username, authorizedUsername: account },
        signal,
      })
    },
    transfer({ username, to, amount, currency, memo, signal }) {
      return broadcast({
        key: 'active',
        send: (keychain, callback) => keychain.requestTransfer(username, to, amount, memo, currency, callback, true),
        expected: { username, to, memo },
        signal,
      })
    },
    post({ username, title, body, parentPermlink, jsonMetadata, permlink, commentOptions, signal }) {
      return broadcast({
        key: 'posting',
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
 * Returns the response if it is a success and belongs to the request, else a refusal. After a page reload, Keychain's previous
 * window may respond into the new page, whose request ids begin at 1 again.
 */
function checkResponse(
  response: unknown,
  key: WalletKey,
  expected: Record<string, string>,
): KeychainResponse | WalletRefusal {
  if (!isRecord(response)) return refusal('failed', key)
  const message = typeof response.message === 'string' ? response.message : undefined
  if (response.success !== true) {
    return refusal(reasonOf(response.error, message), key, message)
  }
  // Keychain repeats the request in `data`. Other wallets may omit fields, which are then not checked.
  const data = isRecord(response.data) ? response.data : {}
  for (const [field, value] of Object.entries(expected)) {
    if (data[field] !== undefined && data[field] !== value) return refusal('failed', key)
  }
  return response as unknown as KeychainResponse
}

function reasonOf(error: unknown, message: string | undefined): WalletRefusal['reason'] {
  if (error === 'user_cancel' || error === 'ignored') return 'cancelled'
  // Keychain's own sentence, or the node's error that it passes on.
  if (/^(?:Posting|Active) key is incorrect/i.test(message ?? '')) return 'wrong-key'
  const name = isRecord(error) && isRecord(error.data) ? error.data.name : undefined
  return name === 'tx_missing_posting_auth' || name === 'tx_missing_active_auth' ? 'wrong-key' : 'failed'
}

function whenCancelled({ key, signal }: Request): Promise<WalletRefusal> {
  return new Promise((resolve) => {
    const cancel = () => resolve(refusal('cancelled', key))
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
  })
}

function refusal(reason: WalletRefusal['reason'], key: WalletKey, message?: string): WalletRefusal {
  return { ok: false, reason, key, message }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
