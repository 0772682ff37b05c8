import type { StoredGroup } from '@waggle/contract/privacy/groups'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import type { Signer } from '../../session/account-proof.ts'
import { requireProof } from '../../session/require-proof.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { privacyTexts as texts } from '../../texts/privacy.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { GroupList } from './group-list.tsx'
import styles from './privacy.module.css'

interface DeleteDataDialogProps {
  user: string
  wallet: Signer & AskedWallet
  onDeleted: (stays: StoredGroup[]) => void
  onClose: () => void
}

/** Says what is deleted and what stays, and asks for the name of the account and a signature. */
export function DeleteDataDialog({ user, wallet, onDeleted, onClose }: DeleteDataDialogProps) {
  const [name, setName] = useState('')
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['stored-data', user],
    request: (token, signal) => api('getStoredData', { token, signal }),
  })
  const { run, isBusy, failure, isSilent, cancel } = useWalletMutation(wallet, {
    failed: texts.deleteFailed,
    async send({ token, signal }) {
      const proof = await requireProof(
        { api, signer: wallet, username: user, purpose: 'delete-data', title: texts.delete, signal },
        texts.deleteFailed,
      )
      return api('deleteStoredData', { body: { username: user, ...proof }, token, signal })
    },
    onDone: ({ stays }) => onDeleted(stays.map(({ group }) => group)),
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <Modal title={texts.deleteOf(user)} canClose={!isBusy} onClose={onClose}>
      {!data ? (
        <Awaiting label={texts.loading} failure={error && texts.loadFailed} onRetry={refetch} />
      ) : (
        <form className={styles.dialog} onSubmit={submit}>
          {data.isLive && <ErrorMessage>{texts.live}</ErrorMessage>}
          <GroupList heading={texts.isDeleted} groups={data.deleted} sentences={texts.deleted} />
          {data.stays.length > 0 && <GroupList heading={texts.stays} groups={data.stays} sentences={texts.kept} />}
          <p className={styles.about}>{texts.noReturn}</p>
          <div className={styles.end}>
            <Field label={texts.confirm(user)}>
              {(control) => (
                <input
                  {...control}
                  value={name}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            {isSilent && <WalletWait onCancel={cancel} />}
            {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
            <div className={styles.decide}>
              <Button
                kind="danger"
                type="submit"
                disabled={isBusy || data.isLive || name.trim().toLowerCase().replace(/^@/, '') !== user}
              >
                {isBusy && <Spinner size={18} />}
                {isBusy ? texts.deleting : texts.delete}
              </Button>
              <Button disabled={isBusy} onClick={onClose}>
                {texts.cancel}
              </Button>
            </div>
          </div>
        </form>
      )}
    </Modal>
  )
}
