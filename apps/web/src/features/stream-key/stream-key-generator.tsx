import { KeyRound, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import type { Signer } from '../../session/account-proof.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { sentences } from '../../texts/contract/sentences.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { generateStreamKey } from './generate-stream-key.ts'
import styles from './stream-key.module.css'

/** Makes a new key and shows it this one time. */
export function StreamKeyGenerator({
  signer,
  isWalletFound,
  streamKey,
  onGenerated,
}: {
  signer: Signer
  isWalletFound: boolean
  /** The key while it is shown. */
  streamKey: string | undefined
  onGenerated: (streamKey: string) => void
}) {
  const session = useSessionStore()
  const { user, token } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const attempt = useRef<AbortController>(null)

  useEffect(() => () => attempt.current?.abort(), [])

  async function generate(): Promise<void> {
    const controller = new AbortController()
    attempt.current = controller
    setBusy(true)
    setError(undefined)
    const result = await generateStreamKey({ api, signer, user, token, signal: controller.signal })
    if (controller.signal.aborted) return
    setBusy(false)
    if (result.ok) onGenerated(result.streamKey)
    else if (!session.endIfRefused(result.cause)) setError(result.message)
  }

  return (
    <Panel title={texts.yourKey}>
      {streamKey === undefined ? (
        <p className={styles.text}>{texts.explanation}</p>
      ) : (
        <>
          <CopyField label={texts.keyLabel} value={streamKey} copiedText={sentences.streamKey.copied} isSecret />
          <p className={styles.warning}>
            <TriangleAlert size={18} aria-hidden="true" />
            <span>{texts.secret(user ?? '')}</span>
          </p>
        </>
      )}
      {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
      <div className={styles.actions}>
        <Button
          kind={streamKey === undefined ? 'primary' : 'secondary'}
          disabled={isBusy || !isWalletFound}
          onClick={() => void generate()}
        >
          {isBusy ? <Spinner size={18} /> : <KeyRound size={18} aria-hidden="true" />}
          {isBusy ? texts.generating : texts.generate}
        </Button>
        {!isWalletFound && (
          <p className={styles.detecting} role="status">
            <Spinner size={14} /> {texts.lookingForWallet}
          </p>
        )}
      </div>
    </Panel>
  )
}
