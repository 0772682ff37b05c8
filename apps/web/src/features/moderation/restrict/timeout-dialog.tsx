import { chatLimits } from '@waggle/contract/chat/limits'
import { limits } from '@waggle/contract/limits'
import { useState } from 'react'
import type { ActionOutcome } from '../../../lib/chat-room/moderation-calls.ts'
import { TimeoutPresets } from '../../../lib/chat-room/timeout-presets.tsx'
import { moderationTexts as texts } from '../../../texts/streamer/moderation.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

/** Asks for seconds; an empty answer cancels (rule MOD-4). */
export function TimeoutDialog({
  username,
  onTimeout,
  onClose,
}: {
  username: string
  onTimeout: (seconds: number, reason: string) => Promise<ActionOutcome>
  onClose: () => void
}) {
  const [typed, setTyped] = useState(String(limits.timeoutDashboardDefaultSeconds))

  async function confirm(reason: string): Promise<ActionOutcome> {
    if (typed.trim() === '') return { ok: true, message: '' }
    const seconds = Number.parseInt(typed, 10)
    if (seconds >= 1 && seconds <= chatLimits.timeoutMaxSeconds) return onTimeout(seconds, reason)
    return { ok: false, message: texts.timeoutInvalid(chatLimits.timeoutMaxSeconds) }
  }

  return (
    <RestrictDialog title={texts.timeoutTitle(username)} verb={texts.timeout} onConfirm={confirm} onClose={onClose}>
      <TimeoutPresets seconds={typed} onChoose={setTyped} />
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
