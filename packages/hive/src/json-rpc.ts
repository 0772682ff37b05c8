/** A node's own refusal, such as an assertion of hived; `code` and `data` as JSON-RPC 2.0 section 5.1 has them. */
export class HiveRpcError extends Error {
  override readonly name = 'HiveRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** hived's name of the exception, such as 'tx_missing_posting_auth'. */
  get exception(): string | undefined {
    const data = this.data
    if (typeof data !== 'object' || data === null || !('name' in data)) return undefined
    return typeof data.name === 'string' ? data.name : undefined
  }
}

/** The node gave no usable answer: unreachable, too slow, too long, a redirect, a page instead of JSON. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

export interface JsonRpcCall {
  url: string
  method: string
  params: unknown
  /** Gives up on the whole call, the answer's body included. */
  signal: AbortSignal
  maxAnswerBytes: number
  fetch: typeof globalThis.fetch
}

let lastId = 0

/** One JSON-RPC 2.0 call. Throws `HiveRpcError` for an error the node answered and `NodeFailure` for everything else. */
export async function callJsonRpc(call: JsonRpcCall): Promise<unknown> {
  lastId = (lastId % 1_000_000_000) + 1
  const id = lastId
  const answer = parseAnswer(
    await post(call, JSON.stringify({ jsonrpc: '2.0', id, method: call.method, params: call.params })),
  )
  if (answer.jsonrpc !== '2.0') throw new NodeFailure('The answer is not JSON-RPC 2.0')
  if (answer.id !== id) throw new NodeFailure('The answer belongs to another request')
  const error = answer.error
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    if (typeof code !== 'number' || typeof message !== 'string')
      throw new NodeFailure('The error has no code or message')
    throw new HiveRpcError(code, message.slice(0, 1000), data)
  }
  if (!('result' in answer)) throw new NodeFailure('The answer has neither result nor error')
  return answer.result
}

async function post(call: JsonRpcCall, body: string): Promise<string> {
  try {
    const response = await call.fetch(call.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      // A node that sends us elsewhere could make us call an address inside our own network.
      redirect: 'error',
      signal: call.signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new NodeFailure(`The node answered with status ${response.status}`)
    }
    return await readText(response, call.maxAnswerBytes)
  } catch (error) {
    if (error instanceof NodeFailure) throw error
    throw new NodeFailure(call.signal.aborted ? 'The node did not answer in time' : 'The node cannot be reached', {
      cause: error,
    })
  }
}

/** Reads at most `maxBytes` of the decoded body, so that neither a long nor a well compressed answer fills the memory. */
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
      throw new NodeFailure(`The answer is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parseAnswer(text: string): Record<string, unknown> {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new NodeFailure('The answer is not JSON')
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new NodeFailure('The answer is not an object')
  return answer as Record<string, unknown>
}
