import { readFile } from 'node:fs/promises'
import type { Transaction, UnsignedTransaction } from '@waggle/hive/operation'
import { isPrivateKey } from '@waggle/hive/private-key'
import { isSandboxAccount, sandboxChainId, sandboxPrivateKey } from '@waggle/hive/sandbox/accounts'
import { mainnetChainId, signTransaction } from '@waggle/hive/transaction'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../lib/startup/config-error.ts'

/** The account that announces broadcasts. Its posting key stays in the closure, so that it cannot be logged by accident. */
export interface Poster {
  readonly account: string
  sign(transaction: UnsignedTransaction): Promise<Transaction>
}

/** Undefined when the site has no key of its poster account. Throws ConfigError for an unusable key. */
export async function openPoster(hive: Config['hive']): Promise<Poster | undefined> {
  const account = hive.posterAccount
  if (hive.chain === 'sandbox') {
    if (!isSandboxAccount(account)) return undefined
    const key = sandboxPrivateKey(account, 'posting')
    return { account, sign: (transaction) => signTransaction(transaction, [key], sandboxChainId) }
  }
  if (!hive.posterKey) return undefined
  const key = 'file' in hive.posterKey ? await readKeyFile(hive.posterKey.file) : hive.posterKey.value
  if (!isPrivateKey(key)) {
    const setting = 'file' in hive.posterKey ? 'The file of WAGGLE_POSTER_KEY_FILE' : 'WAGGLE_POSTER_KEY'
    throw new ConfigError(
      `${setting} holds no private key: put in the posting key of @${account}, which begins with 5.`,
    )
  }
  return { account, sign: (transaction) => signTransaction(transaction, [key], mainnetChainId) }
}

async function readKeyFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`WAGGLE_POSTER_KEY_FILE is ${file}, which cannot be read (${code ?? 'unknown error'}).`)
  }
}
