import { type TipCurrency, tipCurrencies, tipLimits } from '@waggle/contract/hive/tips'
import { type FormEvent, useId, useState } from 'react'
import { ShownError } from '../../lib/api/shown-error.ts'
import { shownAmount } from '../../lib/format/amount.ts'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { tipFormTexts } from '../../texts/viewer/tip-form.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { readAmount, sendTip, type TipWallet } from './send-tip.ts'
import styles from './tip.module.css'

/** What one press fills in (rule TIP-5). */
const usualAmounts = [1, 5, 10, 25]

/** Amount, currency and message of a tip. The wallet shows them again before it signs. */
export function TipForm({
  user,
  channel,
  streamId,
  wallet,
  onSent,
}: {
  user: string
  channel: string
  streamId: string
  wallet: TipWallet & AskedWallet
  onSent: () => void
}) {
  const id = useId()
  const [amount, setAmount] = useState('1')
  const [currency, setCurrency] = useState<TipCurrency>('HBD')
  const [message, setMessage] = useState('')
  const { run, isBusy, failure, isSilent, cancel } = useWalletMutation(wallet, {
    failed: tipFormTexts.failed,
    async send({ signal }) {
      const result = await sendTip({ wallet, user, to: channel, streamId, amount, currency, message, signal })
      if (!result.ok) throw new ShownError(result.message)
    },
    onDone() {
      toast(tipFormTexts.sent(channel))
      onSent()
    },
  })

  const read = readAmount(amount)

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.row}>
        <div className={styles.field}>
          <label htmlFor={`${id}amount`}>{tipFormTexts.amount}</label>
          <input
            id={`${id}amount`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}currency`}>{tipFormTexts.currency}</label>
          <select
            id={`${id}currency`}
            value={currency}
            onChange={(event) => setCurrency(event.target.value as TipCurrency)}
          >
            {tipCurrencies.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the fieldset of this form would be about its other fields too */}
      <div className={styles.amounts} role="group" aria-label={tipFormTexts.usual}>
        {usualAmounts.map((usual) => (
          <button
            key={usual}
            type="button"
            className={styles.usual}
            aria-pressed={amount === String(usual)}
            onClick={() => setAmount(String(usual))}
          >
            {usual} {currency}
          </button>
        ))}
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}message`}>{tipFormTexts.message}</label>
        <input
          id={`${id}message`}
          maxLength={tipLimits.messageMaxLength}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <p className={styles.hint}>{tipFormTexts.hint}</p>
      {isSilent && <WalletWait onCancel={cancel} />}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <Button kind="primary" type="submit" disabled={isBusy}>
        {isBusy && <Spinner size={18} />}
        {read === undefined ? tipFormTexts.send : tipFormTexts.sendAmount(shownAmount(`${read} ${currency}`))}
      </Button>
    </form>
  )
}
