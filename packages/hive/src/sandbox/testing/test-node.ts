import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleRpc } from '../api/rpc.ts'
import type { SandboxChain } from '../chain/chain.ts'
import { createSandboxChain } from '../chain/chain.ts'

/** How a bad node behaves instead of responding correctly. */
export type Fault =
  | { kind: 'drop' | 'hang' | 'html' | 'bad-gateway' | 'rpc-error' | 'endless' | 'wrong-id' | 'wrong-account' | 'drip' }
  | { kind: 'redirect'; to: string }
  /** The head block is this far behind the chain's clock. */
  | { kind: 'stale'; byMs: number }
  /** Claims that this key is everybody's posting key. */
  | { kind: 'lie'; publicKey: string }
  /** Responds to one method with what `rewrite` makes of the true result. */
  | { kind: 'rewrite'; method: string; rewrite: (result: unknown) => unknown }

export interface TestNode {
  readonly url: string
  readonly chain: SandboxChain
  fault: Fault | undefined
  /** The methods that were called, in order. */
  readonly calls: string[]
  close(): Promise<void>
}

/** Serves a sandbox chain over HTTP on a free port. Set `fault` to make it misbehave. */
export async function startTestNode(chain: SandboxChain = createSandboxChain(), host = '127.0.0.1'): Promise<TestNode> {
  const calls: string[] = []
  const node = { chain, fault: undefined as Fault | undefined, calls }
  const server = createServer((request, response) => {
    void serve(node, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return Object.assign(node, {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    close: () => closeServer(server),
  })
}

interface NodeState {
  chain: SandboxChain
  fault: Fault | undefined
  calls: string[]
}

async function serve(node: NodeState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'content-type')
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'OPTIONS' ? 204 : 200).end()
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const methods = [JSON.parse(text) as { method: string }].flat().map(({ method }) => method)
  node.calls.push(...methods)
  const fault = node.fault
  if (fault && misbehave(fault, request, response)) return
  const body = await handleRpc(node.chain, text)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(fault ? distort(fault, methods, body, node.chain.now()) : body))
}

/** Returns true if it has handled the response. */
function misbehave(fault: Fault, request: IncomingMessage, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'drop':
      request.socket.destroy()
      return true
    case 'hang':
      return true
    case 'html':
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Welcome to nginx!</title>')
      return true
    case 'bad-gateway':
      response.writeHead(502).end('Bad gateway')
      return true
    case 'redirect':
      response.writeHead(307, { location: fault.to }).end()
      return true
    case 'endless': {
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', write)
      write()
      return true
    }
    case 'drip': {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
      return true
    }
    default:
      return false
  }
}

function distort(fault: Fault, methods: readonly string[], body: unknown, nowMs: number): unknown {
  const { id, result } = body as { id: number; result: unknown }
  if (fault.kind === 'rewrite' && methods.includes(fault.method))
    return { jsonrpc: '2.0', id, result: fault.rewrite(result) }
  if (fault.kind === 'wrong-id') return { jsonrpc: '2.0', id: id + 1, result }
  if (fault.kind === 'wrong-account' && Array.isArray(result))
    return { jsonrpc: '2.0', id, result: result.map((account: object) => ({ ...account, name: 'mallory' })) }
  if (fault.kind === 'rpc-error')
    return { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal Error', data: { error_id: 'x' } } }
  if (fault.kind === 'stale' && typeof result === 'object' && result !== null && 'time' in result)
    return { jsonrpc: '2.0', id, result: { ...result, time: new Date(nowMs - fault.byMs).toISOString().slice(0, 19) } }
  if (fault.kind === 'lie' && Array.isArray(result)) {
    const posting = { weight_threshold: 1, account_auths: [], key_auths: [[fault.publicKey, 1]] }
    return { jsonrpc: '2.0', id, result: result.map((account: object) => ({ ...account, posting })) }
  }
  return body
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
