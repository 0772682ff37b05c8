import { type TipCurrency, tipLimits, tipMemo } from '@waggle/contract/hive/tips'
import type { WalletProvider } from '@waggle/hive/keychain'
import { walletSentence } from '../../session/wallet-sentence.ts'
import { tipFormTexts } from '../../texts/viewer/tip-form.ts'

export type TipWallet = Pick<WalletProvider, 'transfer'>
type TipResult = { ok: true } | { ok: false; message: string }

/** Transfers a tip with the wallet. Its memo names the broadcast (rule TIP-1). Never throws. */
export async function sendTip({
  wallet,
  user,
  to,
  streamId,
  amount: typed,
  currency,
  message,
  signal,
}: {
  wallet: TipWallet
  user: string
  to: string
  streamId: string
  amount: string
  currency: TipCurrency
  message: string
  signal: AbortSignal
}): Promise<TipResult> {
  const amount = readAmount(typed)
  if (amount === undefined) return { ok: false, message: tipFormTexts.amountInvalid }
  if (user === to) return { ok: false, message: tipFormTexts.ownChannel }
  const memo = tipMemo(streamId, message)
  const answer = await wallet.transfer({ username: user, to, amount, currency, memo, signal })
  if (answer.ok) return { ok: true }
  // The transfer may have happened: the sentence warns of a second one, which could not be undone.
  if (answer.reason === 'timeout') return { ok: false, message: tipFormTexts.walletSilent }
  return { ok: false, message: walletSentence(answer, user) ?? tipFormTexts.failed }
}

/** The typed amount with the three decimals that Hive requires; undefined if it is not a valid amount. */
export function readAmount(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return undefined
  const amount = Number(text)
  return amount >= tipLimits.amountMin && amount <= tipLimits.amountMax ? amount.toFixed(3) : undefined
}
