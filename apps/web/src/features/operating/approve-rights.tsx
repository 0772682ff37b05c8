import { ShieldCheck } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import type { Signer } from '../../session/account-proof.ts'
import { requireProof } from '../../session/require-proof.ts'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import styles from './operating.module.css'

/** Asks for the signature that the rights of an operator come with (rule OPERATE-1). */
export function ApproveRights({
  user,
  wallet,
  onApproved,
}: {
  user: string
  wallet: Signer & AskedWallet
  onApproved: () => void
}) {
  const { run, isBusy, failure, isSilent, cancel } = useWalletMutation(wallet, {
    failed: texts.approveFailed,
    async send({ token, signal }) {
      const signed = await requireProof(
        { api, signer: wallet, username: user, purpose: 'operate', title: texts.approve, signal },
        texts.approveFailed,
      )
      return api('beginOperating', { body: { username: user, ...signed }, token, signal })
    },
    onDone: onApproved,
  })
  return (
    <div className={styles.section}>
      {isSilent && <WalletWait onCancel={cancel} />}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <Button kind="primary" disabled={isBusy} onClick={() => run()}>
        {isBusy ? <Spinner size={18} /> : <ShieldCheck size={18} aria-hidden="true" />}
        {isBusy ? texts.approving : texts.approveAction}
      </Button>
    </div>
  )
}
