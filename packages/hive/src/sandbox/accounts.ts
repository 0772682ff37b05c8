import { PrivateKey } from 'hive-tx'

/** The users of the sandbox, and the account that announces streams. */
export const sandboxAccountNames = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'waggle'] as const

export type SandboxRole = 'owner' | 'active' | 'posting' | 'memo'

/** Public knowledge: these keys have no value outside a sandbox chain. */
const sandboxPassword = 'waggle-sandbox'

/** SHA-256 of 'waggle sandbox chain'. A transaction that is signed for this chain is invalid on every other chain, and vice versa. */
export const sandboxChainId = 'a67837d9e7973c5aac919cc4acdf2e606b2813cea6ac7c76c86658cba8760919'

export function isSandboxAccount(name: string): boolean {
  return (sandboxAccountNames as readonly string[]).includes(name)
}

/** The private key that any Hive wallet derives from this account, role and password. */
export function sandboxPrivateKey(name: string, role: SandboxRole): PrivateKey {
  return PrivateKey.fromLogin(name, sandboxPassword, role)
}

/** The public key, 'STM…'. */
export function sandboxPublicKey(name: string, role: SandboxRole): string {
  return sandboxPrivateKey(name, role).createPublic().toString()
}
