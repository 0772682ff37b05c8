import { chatLimits } from '@waggle/contract/chat/limits'
import { limits } from '@waggle/contract/limits'
import { useState } from 'react'
import { moderationTexts as texts } from '../../../texts/streamer/moderation.ts'
import { Field } from '../../../ui/forms/field.tsx'
import type { Outcome } from '../moderation-store.ts'
import { RestrictDialog } from './restrict-dialog.tsx'

/** Asks for seconds; an empty answer cancels (spec section 5). */
export function TimeoutDialog({
  username,
  onTimeout,
  onClose,
}: {
  username: string
  onTimeout: (seconds: number, reason: string) => Promise<Outcome>
  onClose: () => void
}) {
  const [typed, setTyped] = useState(String(limits.timeoutDashboardDefaultSeconds))

  async function confirm(reason: string): Promise<Outcome> {
    if (typed.trim() === '') return { ok: true, message: '' }
    const seconds = Number.parseInt(typed, 10)
    if (seconds >= 1 && seconds <= chatLimits.timeoutMaxSeconds) return onTimeout(seconds, reason)
    return { ok: false, message: texts.timeoutWrong(chatLimits.timeoutMaxSeconds) }
  }

  return (
    <RestrictDialog title={texts.timeoutTitle(username)} verb={texts.timeout} onConfirm={confirm} onClose={onClose}>
      <Field label={texts.timeoutSeconds} hint={texts.timeoutHint}>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            value={typed}
            maxLength={10}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </RestrictDialog>
  )
}
