import type { Site } from '@waggle/contract/endpoints'
import type { Store } from '../../lib/store/store.ts'
import type { Signer } from '../../session/account-proof.ts'
import { authTexts } from '../../texts/account/auth.ts'
import { Modal } from '../../ui/surfaces/modal.tsx'
import styles from './login-form.module.css'
import { LoginForm } from './login-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import type { WalletChooser } from './wallet-field.tsx'

export interface LoginDialogProps {
  wallet: Signer & Store<{ isFound: boolean; hasLooked: boolean }>
  walletChoice: WalletChooser
  site: Site | undefined
  /** What the user wanted, for which a login is needed. */
  reason?: string | undefined
  onClose: () => void
}

export function LoginDialog({ wallet, walletChoice, site, reason, onClose }: LoginDialogProps) {
  const form = useSignIn(wallet, onClose)
  return (
    <Modal
      title={authTexts.loginTitle}
      canClose={form.canClose}
      onClose={() => {
        form.clearError()
        onClose()
      }}
    >
      {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      <p className={styles.noPassword}>{authTexts.noPassword}</p>
      <LoginForm form={form} site={site} wallet={wallet} walletChoice={walletChoice} />
    </Modal>
  )
}
