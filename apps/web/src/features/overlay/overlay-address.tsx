import { overlayPath } from '@waggle/contract/pages/page-addresses'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './overlay.module.css'

/** The secret address of the overlay. It is shown only when it is made. */
export function OverlayAddress({
  hasAddress,
  secret,
  onRenewed,
}: {
  hasAddress: boolean
  secret: string | undefined
  onRenewed: (secret: string) => void
}) {
  const [isConfirming, setConfirming] = useState(false)
  const renewal = useSessionMutation({
    send: ({ token }) => api('renewOverlayAddress', { token }),
    failed: texts.saveFailed,
    onDone: ({ secret }) => onRenewed(secret),
    onFailure: (sentence) => toast(sentence, 'error'),
  })
  const address = secret === undefined ? undefined : new URL(overlayPath(secret), location.href).href

  function renew(): void {
    setConfirming(false)
    renewal.run()
  }

  return (
    <>
      {address === undefined ? (
        <p className={styles.text}>{hasAddress ? texts.hasAddress : texts.noAddress}</p>
      ) : (
        <CopyField label={texts.address} hint={texts.addressHint} value={address} copiedText={texts.copied} isSecret />
      )}
      <div>
        <Button disabled={renewal.isBusy} onClick={() => (hasAddress ? setConfirming(true) : renew())}>
          {hasAddress ? texts.renew : texts.create}
        </Button>
      </div>
      {isConfirming && (
        <Modal title={texts.renew} onClose={() => setConfirming(false)}>
          <div className={styles.form}>
            <p>{texts.renewQuestion}</p>
            <div className={styles.buttons}>
              <Button kind="primary" onClick={renew}>
                {texts.renew}
              </Button>
              <Button onClick={() => setConfirming(false)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  )
}
