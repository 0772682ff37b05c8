import { limits } from '@waggle/contract/limits'
import { KeyRound, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import type { Store } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import type { Signer } from '../../session/account-proof.ts'
import { useSession } from '../../session/session.tsx'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { InstallWallet } from '../../ui/feedback/install-wallet.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { generateStreamKey } from './generate-stream-key.ts'
import styles from './stream-key.module.css'

/** The address of the server, and a stream key for it, which is generated and shown here; the server allows that only once (rule KEY-7). */
export function StreamKeyGenerator({
  wallet,
  streamKey,
  rtmpUrl,
  isDone,
  isLive,
  onGenerated,
}: {
  wallet: Signer & AskedWallet & Store<{ isFound: boolean; isMissing: boolean }>
  /** The generated key; undefined before. */
  streamKey: string | undefined
  /** Absent until the site is known. */
  rtmpUrl: string | undefined
  /** An encoder has connected with a key: another one is not what the page is for. */
  isDone: boolean
  /** A new key interrupts the broadcast. */
  isLive: boolean
  onGenerated: (streamKey: string) => void
}) {
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const isReplacing = streamKey !== undefined || isDone
  const { isFound, isMissing } = useStore<{ isFound: boolean; isMissing: boolean }>(wallet)
  const { run, isBusy, failure, isSilent, cancel } = useWalletMutation(wallet, {
    failed: sentences.streamKey.failed,
    async send({ token, signal }) {
      const result = await generateStreamKey({ api, signer: wallet, user, token, signal })
      if (!result.ok) throw new ShownError(result.message, { cause: result.cause })
      return result.streamKey
    },
    onDone: onGenerated,
  })

  return (
    <Panel title={texts.yourKey}>
      {rtmpUrl && <CopyField label={texts.server} value={rtmpUrl} copiedText={texts.serverCopied} />}
      {streamKey === undefined ? (
        <p className={styles.text}>{texts.explanation}</p>
      ) : (
        <>
          <CopyField
            label={texts.keyLabel}
            value={streamKey}
            copiedText={sentences.streamKey.copied}
            kind={isDone ? 'secondary' : 'primary'}
            isSecret
          />
          <p className={styles.warning}>
            <TriangleAlert size={18} aria-hidden="true" />
            <span>{texts.secret(user ?? '')}</span>
          </p>
        </>
      )}
      {isMissing && (
        <ErrorMessage>
          {sentences.streamKey.walletMissing} <InstallWallet />
        </ErrorMessage>
      )}
      {isSilent && <WalletWait onCancel={cancel} />}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={styles.actions}>
        <Button
          kind={isReplacing ? 'quiet' : 'primary'}
          disabled={isBusy || !isFound}
          onClick={() => (isReplacing ? setAsking(true) : run())}
        >
          {isBusy ? <Spinner size={18} /> : <KeyRound size={18} aria-hidden="true" />}
          {isBusy ? texts.generating : texts.generate}
        </Button>
        {streamKey !== undefined && isFound && <p className={styles.text}>{texts.replaces}</p>}
        {!isFound && !isMissing && (
          <p className={styles.detecting} role="status">
            <Spinner size={14} /> {texts.lookingForWallet}
          </p>
        )}
      </div>
      {isAsking && (
        <Modal title={texts.replaceTitle} onClose={() => setAsking(false)}>
          <div className={styles.dialog}>
            <p>{isLive ? texts.replaceLive(limits.reconnectWindowMs / 1000) : texts.replaceQuestion}</p>
            <div className={styles.actions}>
              <Button
                kind="danger"
                onClick={() => {
                  setAsking(false)
                  run()
                }}
              >
                {texts.generate}
              </Button>
              <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </Panel>
  )
}
