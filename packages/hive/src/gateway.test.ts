import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { keySatisfies } from './authority.ts'
import type { HiveGateway, HiveGatewayOptions } from './gateway.ts'
import { createHiveGateway, HiveUnavailable } from './gateway.ts'
import { sandboxPublicKey } from './sandbox/accounts.ts'
import type { Fault, TestNode } from './sandbox/testing/test-node.ts'
import { startTestNode } from './sandbox/testing/test-node.ts'

const open: (HiveGateway | TestNode)[] = []

afterEach(async () => {
  for (const closable of open.splice(0)) await closable.close()
})

/** Starts one node for each fault, and a gateway to all of them. */
async function start(faults: (Fault | undefined)[], options: Partial<HiveGatewayOptions> = {}) {
  const nodes = await Promise.all(
    faults.map(async (fault) => {
      const node = await startTestNode()
      node.fault = fault
      open.push(node)
      return node
    }),
  )
  const agreement = nodes.length > 1 ? 2 : 1
  const gateway = createHiveGateway({ nodes: nodes.map((node) => node.url), agreement, ...options })
  open.push(gateway)
  return { gateway, nodes }
}

const alicePosting = sandboxPublicKey('alice', 'posting')
const attackerKey = sandboxPublicKey('mallory', 'posting')
const lie: Fault = { kind: 'lie', publicKey: attackerKey }

describe('reading accounts', () => {
  it('returns an account, and undefined for one that does not exist or whose name is invalid', async () => {
    const { gateway, nodes } = await start([undefined])
    expect(await gateway.getAccount('alice')).toMatchObject({
      name: 'alice',
      posting: { weight_threshold: 1, account_auths: [], key_auths: [[alicePosting, 1]] },
    })
    expect(await gateway.getAccount('nobody')).toBeUndefined()
    const calls = nodes[0]!.calls.length
    for (const name of ['', 'Alice', 'al', '../alice', 'a'.repeat(17), 'аlice', 'alice\n'])
      expect(await gateway.getPostingAuthority(name)).toBeUndefined()
    expect(nodes[0]!.calls.length).toBe(calls)
  })

  it('returns the dynamic global properties', async () => {
    const { gateway, nodes } = await start([undefined])
    const properties = await gateway.getDynamicGlobalProperties()
    expect(properties.head_block_id).toMatch(/^[0-9a-f]{40}$/)
    expect(Math.abs(nodes[0]!.chain.headBlock().number - properties.head_block_number)).toBeLessThan(2)
  })
})

describe('[T25] a bad node among good ones', () => {
  const faults: Fault[] = [
    { kind: 'drop' },
    { kind: 'hang' },
    { kind: 'drip' },
    { kind: 'html' },
    { kind: 'bad-gateway' },
    { kind: 'rpc-error' },
    { kind: 'endless' },
    { kind: 'wrong-id' },
    { kind: 'wrong-account' },
    { kind: 'stale', byMs: 90_000 },
    { kind: 'stale', byMs: -300_000 },
    { kind: 'redirect', to: 'http://127.0.0.1:1/' },
    lie,
  ]

  it.each(faults)('does not keep owners from signing in: %j', async (fault) => {
    for (const position of [0, 1, 2]) {
      const list: (Fault | undefined)[] = [undefined, undefined, undefined]
      list[position] = fault
      const { gateway } = await start(list)
      const posting = await gateway.getPostingAuthority('alice')
      expect(keySatisfies(posting!, alicePosting)).toBe(true)
      expect(keySatisfies(posting!, attackerKey)).toBe(false)
    }
  })

  it.each(faults.filter((fault) => fault !== lie))('is not believed when it is the only node: %j', async (fault) => {
    const { gateway } = await start([fault], { timeoutMs: 200 })
    await expect(gateway.getAccount('alice')).rejects.toThrow(HiveUnavailable)
  })

  it('cannot invent or hide an account', async () => {
    const { gateway, nodes } = await start([undefined, undefined, undefined])
    nodes[0]!.chain.state.accounts.delete('bob')
    expect(await gateway.getPostingAuthority('bob')).toBeDefined()
    nodes[1]!.chain.state.accounts.delete('carol')
    nodes[2]!.chain.state.accounts.delete('carol')
    expect(await gateway.getPostingAuthority('carol')).toBeUndefined()
  })

  it('makes the gateway refuse when the only two results differ', async () => {
    const { gateway } = await start([lie, undefined])
    await expect(gateway.getPostingAuthority('alice')).rejects.toThrow('The Hive nodes do not agree')
  })

  it('is not used while it is stale, even if it is the last node', async () => {
    const { gateway, nodes } = await start([{ kind: 'stale', byMs: 61_000 }])
    await expect(gateway.getAccount('alice')).rejects.toThrow(HiveUnavailable)
    nodes[0]!.fault = { kind: 'stale', byMs: 55_000 }
    const later = createHiveGateway({ nodes: [nodes[0]!.url], agreement: 1 })
    open.push(later)
    expect(await later.getAccount('alice')).toBeDefined()
  })

  it('cannot redirect the gateway', async () => {
    let hits = 0
    const target = createServer((_request, response) => {
      hits += 1
      response.end()
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const to = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
    const { gateway } = await start([{ kind: 'redirect', to }])
    await expect(gateway.getAccount('alice')).rejects.toThrow(HiveUnavailable)
    expect(hits).toBe(0)
    target.close()
  })

  it('cannot make the gateway read more than the limit', async () => {
    const { gateway } = await start([undefined], { maxResponseBytes: 1_000 })
    const error = await gateway.getAccount('alice').catch((error: unknown) => error)
    expect(error).toBeInstanceOf(HiveUnavailable)
    expect((error as HiveUnavailable).reasons.join()).toContain('longer than 1000 bytes')
  })

  it('is avoided after a failure', async () => {
    const { gateway, nodes } = await start([{ kind: 'bad-gateway' }, undefined], { agreement: 1 })
    await gateway.getAccount('alice')
    const calls = nodes[0]!.calls.length
    for (let index = 0; index < 5; index++) await gateway.getAccount('alice')
    expect(nodes[0]!.calls.length).toBe(calls)
  })

  it('is avoided when it was too slow to be needed', async () => {
    const { gateway, nodes } = await start([{ kind: 'hang' }, undefined], { agreement: 1 })
    await gateway.getAccount('alice')
    const calls = nodes[0]!.calls.length
    await gateway.getAccount('alice')
    expect(nodes[0]!.calls.length).toBe(calls)
  })

  it('is queried again after the back-off', async () => {
    let nowMs = Date.now()
    const { gateway, nodes } = await start([{ kind: 'drop' }, undefined], { agreement: 1, now: () => nowMs })
    await gateway.getAccount('alice')
    nodes[0]!.fault = undefined
    nowMs += 5_001
    const calls = nodes[0]!.calls.length
    await gateway.getAccount('alice')
    expect(nodes[0]!.calls.length).toBeGreaterThan(calls)
  })
})

describe('all nodes down', () => {
  it('gives up within 8 s when seven nodes hang, with the default timeout', async () => {
    const { gateway } = await start(Array.from({ length: 7 }, () => ({ kind: 'hang' }) as const))
    const startMs = performance.now()
    const both = [gateway.getPostingAuthority('alice'), gateway.call('condenser_api.get_version', [])]
    for (const result of await Promise.allSettled(both))
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'HiveUnavailable' } })
    // 8 s, plus tolerance for a busy machine.
    expect(performance.now() - startMs).toBeLessThan(12_000)
  })

  it('gives up at once when all fail, and recovers when they do', async () => {
    const { gateway, nodes } = await start([{ kind: 'drop' }, { kind: 'html' }, { kind: 'rpc-error' }])
    await expect(gateway.getPostingAuthority('alice')).rejects.toThrow('No Hive node can be reached')
    for (const node of nodes) node.fault = undefined
    expect(await gateway.getPostingAuthority('alice')).toBeDefined()
  })

  it('aborts queries in progress when it is closed', async () => {
    const { gateway } = await start([{ kind: 'hang' }])
    const account = gateway.getAccount('alice')
    gateway.close()
    await expect(account).rejects.toThrow('The gateway is closed')
    await expect(gateway.getAccount('alice')).rejects.toThrow(HiveUnavailable)
  })
})

describe('call', () => {
  it('fails over when a node fails, but not when the chain refuses', async () => {
    const { gateway, nodes } = await start([{ kind: 'rpc-error' }, undefined])
    expect(await gateway.call('condenser_api.get_version', [])).toMatchObject({ node_type: 'sandbox' })
    const calls = nodes[1]!.calls.length
    await expect(gateway.call('condenser_api.get_accounts', [7])).rejects.toMatchObject({
      name: 'HiveRpcError',
      code: -32602,
    })
    expect(nodes[1]!.calls.length).toBeGreaterThan(calls)
  })
})

describe('readElsewhere', () => {
  it('asks each operator once, past those that fail, and refuses when none is left', async () => {
    const { gateway, nodes } = await start([undefined, { kind: 'rpc-error' }, undefined])
    const asked = new Set<string>()
    for (const node of [nodes[0], nodes[2]]) {
      const { operator, result } = await gateway.readElsewhere('condenser_api.get_version', [], asked)
      expect(operator).toBe(new URL(node!.url).host)
      expect(result).toMatchObject({ node_type: 'sandbox' })
      asked.add(operator)
    }
    await expect(gateway.readElsewhere('condenser_api.get_version', [], asked)).rejects.toThrow(HiveUnavailable)
  })
})

describe('the list of nodes', () => {
  it.each([
    [['ftp://a.example'], 1],
    [['nonsense'], 1],
    [[], 1],
    [['https://user:secret@a.example'], 1],
    [['https://a.example'], 2],
    [['https://a.example', 'https://a.example:8090'], 2],
  ] as const)('refuses %j with agreement %i', (nodes, agreement) => {
    expect(() => createHiveGateway({ nodes, agreement })).toThrow(TypeError)
  })
})
