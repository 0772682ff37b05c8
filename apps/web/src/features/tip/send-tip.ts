import { type TipCurrency, tipLimits, tipMemo } from '@waggle/contract/hive/tips'
import type { WalletProvider } from '@waggle/hive/keychain'
import { tipTexts } from '../../texts/viewer/tip.ts'

export type TipWallet = Pick<WalletProvider, 'transfer'>
export type TipResult = { ok: true } | { ok: false; message: string }

/** Has the wallet transfer a tip whose memo names the broadcast. Never throws. */
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
  if (amount === undefined) return { ok: false, message: tipTexts.amountInvalid }
  if (user === to) return { ok: false, message: tipTexts.ownChannel }
  const memo = tipMemo(streamId, message)
  const answer = await wallet.transfer({ username: user, to, amount, currency, memo, signal })
  if (answer.ok) return { ok: true }
  // Without an answer nobody knows: a second tip would be a mistake that cannot be undone.
  if (answer.reason === 'timeout') return { ok: false, message: tipTexts.walletSilent }
  return { ok: false, message: answer.message ?? tipTexts.failed }
}

/** With the three decimals that Hive wants; undefined for what is not an amount. */
export function readAmount(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return undefined
  const amount = Number(text)
  return amount >= tipLimits.amountMin && amount <= tipLimits.amountMax ? amount.toFixed(3) : undefined
}
