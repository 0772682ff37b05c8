import { type TipCurrency, tipCurrencies, tipLimits } from '@waggle/contract/hive/tips'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { tipTexts } from '../../texts/viewer/tip.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { sendTip, type TipWallet } from './send-tip.ts'
import styles from './tip.module.css'

/** Amount, currency and message of a tip; the wallet shows them again and asks. */
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
  wallet: TipWallet
  onSent: () => void
}) {
  const id = useId()
  const [amount, setAmount] = useState('1')
  const [currency, setCurrency] = useState<TipCurrency>('HBD')
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const attempt = useRef<AbortController>(null)
  useEffect(() => () => attempt.current?.abort(), [])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const controller = new AbortController()
    attempt.current = controller
    setBusy(true)
    setFailure(undefined)
    const { signal } = controller
    const result = await sendTip({ wallet, user, to: channel, streamId, amount, currency, message, signal })
    if (signal.aborted) return
    setBusy(false)
    if (!result.ok) return setFailure(result.message)
    toast(tipTexts.sent(channel))
    onSent()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <div className={styles.row}>
        <div className={styles.field}>
          <label htmlFor={`${id}amount`}>{tipTexts.amount}</label>
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
          <label htmlFor={`${id}currency`}>{tipTexts.currency}</label>
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
      <div className={styles.field}>
        <label htmlFor={`${id}message`}>{tipTexts.message}</label>
        <input
          id={`${id}message`}
          maxLength={tipLimits.messageMaxLength}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
      <p className={styles.hint}>{tipTexts.hint}</p>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <Button kind="primary" type="submit" disabled={isBusy}>
        {isBusy && <Spinner size={18} />}
        {tipTexts.send}
      </Button>
    </form>
  )
}
