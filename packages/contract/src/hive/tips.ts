/** A tip is an ordinary transfer on the chain. Its memo names the broadcast and carries the message (rule TIP-1). Without zod: the browser imports it. */
export const tipLimits = { messageMaxLength: 200, amountMin: 0.001, amountMax: 100_000 } as const
export const tipCurrencies = ['HIVE', 'HBD'] as const
export type TipCurrency = (typeof tipCurrencies)[number]

const memoPattern = /^live-([a-z0-9]{16,32})(?: (.*))?$/s

/** The memo of a tip. It never begins with '#', which would make the wallet encrypt it. */
export function tipMemo(streamId: string, message: string): string {
  return `live-${streamId} ${cleanMessage(message)}`.trimEnd()
}

/** Undefined if the memo is not that of a tip. */
export function readTipMemo(memo: string): { streamId: string; message: string } | undefined {
  const match = memoPattern.exec(memo)
  return match?.[1] === undefined ? undefined : { streamId: match[1], message: cleanMessage(match[2] ?? '') }
}

/** One line of a bounded length, without invisible characters. */
function cleanMessage(message: string): string {
  const line = message.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, tipLimits.messageMaxLength).join('')
}
