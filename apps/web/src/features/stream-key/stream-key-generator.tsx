import { KeyRound, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import type { Signer } from '../../session/account-proof.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { sentences } from '../../texts/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CopyField } from './copy-field.tsx'
import { generateStreamKey } from './generate-stream-key.ts'
import styles from './stream-key.module.css'

/** Makes a new key and shows it this one time. */
export function StreamKeyGenerator({ signer, isWalletFound }: { signer: Signer; isWalletFound: boolean }) {
  const session = useSessionStore()
  const { user, token } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [streamKey, setStreamKey] = useState<string>()
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
    if (result.ok) setStreamKey(result.streamKey)
    else if (!session.endIfRefused(result.cause)) setError(result.message)
  }

  return (
    <section className={styles.card} aria-labelledby="stream-key-heading">
      <h2 id="stream-key-heading" className={styles.cardTitle}>
        Your stream key
      </h2>
      {streamKey === undefined ? (
        <p className={styles.text}>
          Your wallet signs a message to prove that the account is yours. A new key replaces the former one at once and
          ends a broadcast that uses it.
        </p>
      ) : (
        <>
          <CopyField label="Stream key" value={streamKey} copiedText={sentences.streamKey.copied} isSecret />
          <p className={styles.warning}>
            <TriangleAlert size={18} aria-hidden="true" />
            <span>
              Keep this key secret: anyone who has it can broadcast as @{user}. It is shown only this once; if you lose
              it, generate a new one.
            </span>
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
          {isBusy ? 'Generating...' : streamKey === undefined ? 'Generate Stream Key' : 'Generate a new key'}
        </Button>
        {!isWalletFound && (
          <p className={styles.detecting} role="status">
            <Spinner size={14} /> Looking for Hive Keychain...
          </p>
        )}
      </div>
    </section>
  )
}
