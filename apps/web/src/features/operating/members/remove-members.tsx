import type { Answer } from '@waggle/contract/endpoints'
import { api } from '../../../lib/api/api.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { memberTexts as texts } from '../../../texts/admission/members.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import styles from '../operating.module.css'
import own from './remove-members.module.css'

/** Asks before the chosen members are removed. All of them are, or, where the call fails, none. */
export function RemoveMembers({
  usernames,
  onDone,
  onSettled,
  onClose,
}: {
  usernames: readonly string[]
  onDone: (results: Answer<'removeMembers'>['results']) => void
  onSettled: () => void
  onClose: () => void
}) {
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token }) => api('removeMembers', { body: { usernames: [...usernames] }, token }),
    failed: texts.changeFailed,
    onDone: ({ results }) => onDone(results),
    onSettled,
  })
  return (
    <Modal title={texts.removeTitle(usernames.length)} canClose={!isBusy} onClose={onClose}>
      <div className={styles.dialog}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys */}
        <p className={own.names} tabIndex={0}>
          {usernames.map((username) => `@${username}`).join(', ')}
        </p>
        <p>{texts.removeEffect}</p>
        {failure !== undefined && (
          <ErrorMessage>
            {failure} {texts.removedNone}
          </ErrorMessage>
        )}
        <div className={styles.buttons}>
          <Button kind="danger" disabled={isBusy} onClick={() => run()}>
            {texts.removeChosen(usernames.length)}
          </Button>
          <Button kind="quiet" disabled={isBusy} onClick={onClose}>
            {operatingTexts.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
