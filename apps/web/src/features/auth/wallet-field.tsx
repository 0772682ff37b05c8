import { atServer } from '../../lib/server-addresses.ts'
import type { Store } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { authTexts as texts } from '../../texts/account/auth.ts'
import styles from './login-form.module.css'

/** The wallets of a sandbox site (rule AUTH-22). */
export interface WalletChooser extends Store<{ isOffered: boolean; kind: 'sandbox' | 'extension' }> {
  choose(kind: 'sandbox' | 'extension'): void
}

/** Lets people choose the wallet that signs, where there are two. */
export function WalletField({ choice, disabled }: { choice: WalletChooser; disabled: boolean }) {
  const { isOffered, kind } = useStore(choice)
  if (!isOffered) return null
  return (
    <fieldset className={styles.sandbox} disabled={disabled}>
      <legend className={styles.sandboxTitle}>{texts.signWith}</legend>
      <div className={styles.wallets}>
        {(['sandbox', 'extension'] as const).map((name) => (
          <label key={name} className={styles.wallet}>
            <input type="radio" name="wallet" checked={kind === name} onChange={() => choice.choose(name)} />
            {texts.wallets[name]}
          </label>
        ))}
      </div>
      {kind === 'extension' && (
        <p className={styles.sandboxText}>
          {texts.extensionHint(new URL(atServer('/sandbox/hive'), location.origin).href)}
        </p>
      )}
    </fieldset>
  )
}
