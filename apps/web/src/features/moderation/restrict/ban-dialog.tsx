import { moderationTexts as texts } from '../../../texts/streamer/moderation.ts'
import type { ModerationStore } from '../store/moderation-store.ts'
import { RestrictDialog } from './restrict-dialog.tsx'

/** Asks whether to ban (rule MOD-5). */
export function BanDialog({
  username,
  store,
  onClose,
}: {
  username: string
  store: ModerationStore
  onClose: () => void
}) {
  return (
    <RestrictDialog
      title={texts.banTitle}
      verb={texts.ban}
      isDestructive
      onConfirm={(reason) => store.ban(username, reason)}
      onClose={onClose}
    >
      <p>{texts.banQuestion(username)}</p>
    </RestrictDialog>
  )
}
