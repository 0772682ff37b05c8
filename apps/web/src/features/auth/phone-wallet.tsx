import { Copy, Smartphone } from 'lucide-react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { phoneWalletTexts as texts } from '../../texts/account/phone-wallet.ts'
import { siteTexts } from '../../texts/site.ts'
import { walletAppAddress } from '../../ui/feedback/install-wallet.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './login-form.module.css'

/** Where the wallet of a phone is (rule AUTH-27): in the browser of an app, as the browsers of phones take no extensions. */
export function PhoneWallet() {
  async function copy(): Promise<void> {
    if (await copyText(location.href, null)) toast(texts.copied)
    else toast(siteTexts.copyFailed, 'error')
  }

  return (
    <div className={styles.phone}>
      <p>{texts.openInApp}</p>
      <Button kind="primary" size="large" onClick={() => void copy()}>
        <Copy size={18} aria-hidden="true" />
        {texts.copyAddress}
      </Button>
      <a href={walletAppAddress} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
        <Smartphone size={18} aria-hidden="true" />
        {texts.getApp}
      </a>
    </div>
  )
}
