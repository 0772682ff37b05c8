import { type OverlayTheme, overlayThemeQuery } from '@waggle/contract/overlay/themes'
import { overlayPath } from '@waggle/contract/pages/page-addresses'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './overlay.module.css'

/** The secret address of the overlay, which is shown only when it is made, and the look that it names. */
export function OverlayAddress({
  hasAddress,
  secret,
  theme,
  onRenewed,
}: {
  hasAddress: boolean
  secret: string | undefined
  theme: OverlayTheme | undefined
  onRenewed: (secret: string) => void
}) {
  const [isConfirming, setConfirming] = useState(false)
  const renewal = useSessionMutation({
    send: ({ token }) => api('renewOverlayAddress', { token }),
    failed: texts.saveFailed,
    onDone: ({ secret }) => onRenewed(secret),
    onFailure: (sentence) => toast(sentence, 'error'),
  })
  const ending = overlayThemeQuery(theme)
  const address = secret === undefined ? undefined : new URL(overlayPath(secret) + ending, location.href).href

  function renew(): void {
    setConfirming(false)
    renewal.run()
  }

  return (
    <Panel title={texts.addressHeading}>
      {address === undefined ? (
        <p className={styles.text}>{hasAddress ? texts.hasAddress : texts.noAddress}</p>
      ) : (
        <CopyField label={texts.address} hint={texts.addressHint} value={address} copiedText={texts.copied} isSecret />
      )}
      {address === undefined && hasAddress && ending !== '' && (
        <CopyField label={texts.ending} hint={texts.endingHint} value={ending} copiedText={texts.endingCopied} />
      )}
      <div className={styles.buttons}>
        <Button
          kind={hasAddress ? 'quiet' : 'secondary'}
          disabled={renewal.isBusy}
          onClick={() => (hasAddress ? setConfirming(true) : renew())}
        >
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
    </Panel>
  )
}
