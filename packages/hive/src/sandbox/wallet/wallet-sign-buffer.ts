import type { PrivateKey } from 'hive-tx'
import type { SandboxRole } from '../accounts.ts'
import { sandboxPrivateKey } from '../accounts.ts'
import type { WalletRequest } from './wallet-request.ts'
import { requireAccount, requireRole, requireText } from './wallet-request.ts'

/** requestSignBuffer: signs the SHA-256 of a text. Throws `IncompleteRequest`. */
export function signBufferRequest(account: unknown, message: unknown, key: unknown, title: unknown): WalletRequest {
  const username = requireAccount(account, 'username')
  const text = requireText(message, 'message')
  const method = requireRole(key, 'method')
  const role = method.toLowerCase() as SandboxRole
  return {
    account: username,
    title: typeof title === 'string' && title !== '' ? title : 'Sign message',
    details: [
      { label: 'Message', value: text },
      { label: 'Key', value: method },
    ],
    data: { type: 'signBuffer', username, message: text, method, rpc: null, title: title ?? null, key: role },
    async run(name) {
      const privateKey = sandboxPrivateKey(name, role)
      return {
        result: await signText(privateKey, text),
        message: 'Message signed successfully.',
        extraFields: { error: null, publicKey: privateKey.createPublic().toString() },
      }
    },
  }
}

async function signText(key: PrivateKey, message: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', parseBuffer(message) ?? new TextEncoder().encode(message))
  return key.sign(new Uint8Array(digest)).customToString()
}

/** If the text is a serialized Node.js Buffer, Keychain signs its bytes instead of the text. */
function parseBuffer(message: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const parsed = JSON.parse(message) as { type?: unknown; data?: unknown } | null
    if (parsed?.type === 'Buffer' && Array.isArray(parsed.data)) return Uint8Array.from(parsed.data as number[])
  } catch {
    // Not JSON, so the text itself is signed.
  }
  return undefined
}
