import { walletTexts as texts } from '../../texts/account/wallet.ts'
import { Button } from '../forms/button.tsx'
import styles from './wallet-wait.module.css'

/** Says what a request to the wallet waits for, and cancels it. */
export function WalletWait({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={styles.wait}>
      <p role="status">{texts.waiting}</p>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </div>
  )
}
