import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { overlayPath } from '../../paths.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './overlay.module.css'

/** The secret address: shown when it is made, and only then. */
export function OverlayAddress({
  hasAddress,
  secret,
  onRenewed,
}: {
  hasAddress: boolean
  secret: string | undefined
  onRenewed: (secret: string) => void
}) {
  const session = useSessionStore()
  const { token } = useSession()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const address = secret === undefined ? undefined : new URL(overlayPath(secret), location.href).href

  async function renew(): Promise<void> {
    setAsking(false)
    setBusy(true)
    try {
      onRenewed((await api('renewOverlayAddress', { token: token ?? '' })).secret)
    } catch (error) {
      session.endIfRefused(error)
      toast(texts.saveFailed, 'error')
    }
    setBusy(false)
  }

  return (
    <>
      {address === undefined ? (
        <p className={styles.text}>{hasAddress ? texts.hasAddress : texts.noAddress}</p>
      ) : (
        <CopyField label={texts.address} hint={texts.addressHint} value={address} copiedText={texts.copied} />
      )}
      <div>
        <Button disabled={isBusy} onClick={() => (hasAddress ? setAsking(true) : void renew())}>
          {hasAddress ? texts.renew : texts.create}
        </Button>
      </div>
      {isAsking && (
        <Modal title={texts.renew} onClose={() => setAsking(false)}>
          <div className={styles.form}>
            <p>{texts.renewQuestion}</p>
            <div className={styles.buttons}>
              <Button kind="primary" onClick={() => void renew()}>
                {texts.renew}
              </Button>
              <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  )
}
