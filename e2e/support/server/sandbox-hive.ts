import type { Operation } from '@waggle/hive/operation'
import { type SandboxRole, sandboxChainId, sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'
import { prepareTransaction, signTransaction } from '@waggle/hive/transaction'

/** Signs the operations with the key of a sandbox account and broadcasts them on the chain of a sandbox site. */
export async function broadcastOnHive(
  siteUrl: string,
  name: string,
  role: SandboxRole,
  operations: Operation[],
): Promise<void> {
  const head = await callHive(siteUrl, 'condenser_api.get_dynamic_global_properties', [])
  const unsigned = prepareTransaction(head, operations)
  const signed = await signTransaction(unsigned, [sandboxPrivateKey(name, role)], sandboxChainId)
  await callHive(siteUrl, 'condenser_api.broadcast_transaction', [signed])
}

/** Lets the site's account post in the name of `name`, as the button 'Grant Posting Authority' does. */
export async function grantPosting(siteUrl: string, name: string): Promise<void> {
  const [{ posting, memo_key, json_metadata }] = await callHive(siteUrl, 'condenser_api.get_accounts', [[name]])
  const granted = { ...posting, account_auths: [['waggle', posting.weight_threshold] as [string, number]] }
  await broadcastOnHive(siteUrl, name, 'active', [
    ['account_update', { account: name, posting: granted, memo_key, json_metadata }],
  ])
}

async function callHive(siteUrl: string, method: string, params: unknown) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = await (await fetch(`${siteUrl}/sandbox/hive`, { method: 'POST', body })).json()
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}
