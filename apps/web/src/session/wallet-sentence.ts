import type { WalletRefusal } from '@waggle/hive/keychain'
import { walletTexts as texts } from '../texts/account/wallet.ts'

/** Why the wallet refused a request of the user, with the key it needs. Undefined where the wallet did not say why. */
export function walletSentence({ reason, message, key }: WalletRefusal, username: string): string | undefined {
  if (reason === 'wrong-key') return texts.wrongKey(texts.keys[key], username)
  // Keychain gives the same answer to a cancelled request, an account it does not hold and a missing key.
  if (reason === 'cancelled' && message) return `${message} ${texts.maybeNoKey(texts.keys[key], username)}`
  return message
}
