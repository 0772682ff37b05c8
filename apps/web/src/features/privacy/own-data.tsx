import type { StoredGroup } from '@waggle/contract/privacy/groups'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import type { Signer } from '../../session/account-proof.ts'
import { requireProof } from '../../session/require-proof.ts'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { privacyTexts as texts } from '../../texts/privacy.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { DeleteDataDialog } from './delete-data-dialog.tsx'
import styles from './privacy.module.css'

/** A large account takes a while, and the file arrives as it is read. */
const downloadTimeoutMs = 10 * 60_000

/** Downloading and deleting all that the site holds on the user (rules PRIVACY-2 and PRIVACY-3). */
export function OwnData({
  user,
  wallet,
  onDeleted,
}: {
  user: string
  wallet: Signer & AskedWallet
  onDeleted: (stays: StoredGroup[]) => void
}) {
  const [isDeleting, setDeleting] = useState(false)
  const { run, isBusy, failure, isSilent, cancel } = useWalletMutation(wallet, {
    failed: texts.downloadFailed,
    async send({ token, signal }) {
      const proof = await requireProof(
        { api, signer: wallet, username: user, purpose: 'download-data', title: texts.download, signal },
        texts.downloadFailed,
      )
      const body = { username: user, ...proof }
      return api('downloadStoredData', { body, token, signal, timeoutMs: downloadTimeoutMs })
    },
    onDone: (file) => saveFile(`waggle-${user}.json`, file, 'application/json'),
  })

  return (
    <Panel title={texts.heading}>
      <p className={styles.about}>{texts.about}</p>
      {isSilent && <WalletWait onCancel={cancel} />}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={styles.choices}>
        <Button disabled={isBusy} onClick={() => run()}>
          {isBusy ? <Spinner size={18} /> : <Download size={18} aria-hidden="true" />}
          {isBusy ? texts.downloading : texts.download}
        </Button>
        <Button kind="cautious" disabled={isBusy} onClick={() => setDeleting(true)}>
          <Trash2 size={18} aria-hidden="true" />
          {texts.delete}
        </Button>
      </div>
      {isDeleting && (
        <DeleteDataDialog user={user} wallet={wallet} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
      )}
    </Panel>
  )
}
