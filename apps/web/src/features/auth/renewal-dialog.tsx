import { useState } from 'react'
import type { Signer } from '../../session/account-proof.ts'
import { useSessionStore } from '../../session/session.tsx'
import { accountTexts } from '../../texts/account/account-menu.ts'
import { authTexts } from '../../texts/account/auth.ts'
import { walletTexts } from '../../texts/account/wallet.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import styles from './renewal-dialog.module.css'
import { useSigning } from './use-signing.ts'

/** Continues an expired session with the same name after a signature. Closing it puts the signature off (rule AUTH-20). */
export function RenewalDialog({ user, signer }: { user: string; signer: Signer }) {
  const session = useSessionStore()
  const [failure, setFailure] = useState<{ message: string; hint?: string }>()
  const { isBusy, canClose, sign, cancel } = useSigning(signer)

  async function renew(): Promise<void> {
    setFailure(undefined)
    const result = await sign(user)
    if (result?.ok) session.loginSuccess({ user: result.user, token: result.token })
    else setFailure(result)
  }

  return (
    <Modal title={authTexts.renewTitle} canClose={canClose} opensByItself onClose={session.putOffRenewal}>
      <div className={styles.content}>
        <p>{authTexts.renewText(user)}</p>
        <p>{authTexts.renewLater}</p>
        {failure && (
          <ErrorMessage>
            {failure.message}
            {failure.hint && <span className={styles.hint}>{failure.hint}</span>}
          </ErrorMessage>
        )}
        {isBusy &&
          (canClose ? (
            <WalletWait onCancel={cancel} />
          ) : (
            <p className={styles.waiting} role="status">
              {walletTexts.waiting}
            </p>
          ))}
        <div className={styles.buttons}>
          <Button kind="primary" disabled={isBusy} onClick={() => void renew()}>
            {isBusy && <Spinner size={18} />}
            {isBusy ? authTexts.busy : authTexts.submit}
          </Button>
          <Button disabled={!canClose} onClick={session.logout}>
            {accountTexts.logout}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
