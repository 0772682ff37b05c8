import type { SentBody } from '@waggle/contract/endpoints'
import { type ActionKind, actionKinds } from '@waggle/contract/operating/actions'
import type { ReportKind } from '@waggle/contract/operating/reported-thing'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { useId, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AboutAccount } from './about-account.tsx'
import styles from './act-dialog.module.css'
import { ActionChoice } from './action-choice.tsx'
import { ActionForm } from './action-form.tsx'

interface ActDialogProps {
  username: string
  isLive: boolean
  /** The reported thing that leads to it. */
  thing?: ReportedThing | undefined
  /** The message that it was opened from, in whose chat. */
  message?: { channel: string; messageId: string } | undefined
  onDone: () => void
  onClose: () => void
}

/**
 * Asks what to do against an account, says what that will do, and why and for how long (rule OPERATE-3). Nothing is chosen beforehand,
 * but for a message whose removal was asked for.
 */
export function ActDialog({ username, isLive, thing, message, onDone, onClose }: ActDialogProps) {
  const concerned = message ? 'message' : thing?.kind
  const effectId = useId()
  const isPhone = useIsPhone()
  const [kind, setKind] = useState<ActionKind | undefined>(message && 'remove-message')
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token, input }: { token: string; input: SentBody<'takeSiteAction'> }) =>
      api('takeSiteAction', { body: input, token }),
    failed: texts.actFailed,
    onDone() {
      toast(texts.done)
      onDone()
      onClose()
    },
  })
  return (
    <Modal title={texts.actOn(username)} isWide canClose={!isBusy} onClose={onClose}>
      <div className={styles.columns}>
        <AboutAccount username={username} isBrief={isPhone && kind !== undefined} />
        <div className={styles.choices}>
          <ActionChoice
            kinds={actionKinds.filter((one) => isPossible(one, isLive, concerned))}
            chosen={kind}
            effectId={effectId}
            onChoose={setKind}
          />
        </div>
        <div className={styles.side}>
          {kind ? (
            <ActionForm
              kind={kind}
              effectId={effectId}
              username={username}
              thing={thing}
              message={message}
              isBusy={isBusy}
              failure={failure}
              onSend={run}
              onCancel={onClose}
            />
          ) : (
            <>
              <p className={styles.none}>{texts.chooseAction}</p>
              <div className={styles.decide}>
                <Button kind="danger" disabled>
                  {texts.decide}
                </Button>
                <Button onClick={onClose}>{texts.cancel}</Button>
              </div>
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}

/** What is removed is named by the report of it, or by the place that the dialog was opened from. */
function isPossible(kind: ActionKind, isLive: boolean, concerned: ReportKind | undefined): boolean {
  if (kind === 'remove-replay') return concerned === 'replay'
  if (kind === 'remove-clip') return concerned === 'clip'
  if (kind === 'remove-message') return concerned === 'message'
  return isLive || kind !== 'end-broadcast'
}
