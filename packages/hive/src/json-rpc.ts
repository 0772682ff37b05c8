/** An error that the node responded with, such as a failed assertion in hived (`code` and `data`: JSON-RPC 2.0, section 5.1). */
export class HiveRpcError extends Error {
  override readonly name = 'HiveRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** hived's name for the exception, such as 'tx_missing_posting_auth'. */
  get exception(): string | undefined {
    const data = this.data
    if (typeof data !== 'object' || data === null || !('name' in data)) return undefined
    return typeof data.name === 'string' ? data.name : undefined
  }
}

/** The node gave no usable response: it is unreachable or too slow, or the response is too long, a redirect or not JSON. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

interface JsonRpcCall {
  url: string
  method: string
  params: unknown
  /** Aborts the whole call, including reading the body. */
  signal: AbortSignal
  maxResponseBytes: number
  fetch: typeof globalThis.fetch
}

let lastId = 0

/** Makes one JSON-RPC 2.0 call. Throws `HiveRpcError` for an error that the node responded with, else `NodeFailure`. */
export async function callJsonRpc(call: JsonRpcCall): Promise<unknown> {
  lastId = (lastId % 1_000_000_000) + 1
  const id = lastId
  const response = parseResponse(
    await post(call, JSON.stringify({ jsonrpc: '2.0', id, method: call.method, params: call.params })),
  )
  if (response.jsonrpc !== '2.0') throw new NodeFailure('The response is not JSON-RPC 2.0')
  if (response.id !== id) throw new NodeFailure('The response belongs to another request')
  const error = response.error
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    if (typeof code !== 'number' || typeof message !== 'string')
      throw new NodeFailure('The error has no code or message')
    throw new HiveRpcError(code, message.slice(0, 1000), data)
  }
  if (!('result' in response)) throw new NodeFailure('The response has neither result nor error')
  return response.result
}

async function post(call: JsonRpcCall, body: string): Promise<string> {
  try {
    const response = await call.fetch(call.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      // A redirect could make us call an address inside our own network.
      redirect: 'error',
      signal: call.signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new NodeFailure(`The node responded with status ${response.status}`)
    }
    return await readText(response, call.maxResponseBytes)
  } catch (error) {
    if (error instanceof NodeFailure) throw error
    throw new NodeFailure(call.signal.aborted ? 'The node did not respond in time' : 'The node is unreachable', {
      cause: error,
    })
  }
}

/** Reads at most `maxBytes` of the decoded body, so that neither a long nor a highly compressed response fills the memory. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw new NodeFailure(`The response is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parseResponse(text: string): Record<string, unknown> {
  let response: unknown
  try {
    response = JSON.parse(text)
  } catch {
    throw new NodeFailure('The response is not JSON')
  }
  if (typeof response !== 'object' || response === null || Array.isArray(response))
    throw new NodeFailure('The response is not an object')
  return response as Record<string, unknown>
}
