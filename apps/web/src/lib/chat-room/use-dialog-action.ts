import { useState } from 'react'
import { toast } from '../../ui/surfaces/toast.tsx'
import type { ActionOutcome } from './moderation-calls.ts'

/** Runs the action of a dialog. A success closes the dialog and is shown as a toast; a failure stays in the dialog as `failure`. */
export function useDialogAction(onClose: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function run(action: () => Promise<ActionOutcome>): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    const { ok, message } = await action()
    setBusy(false)
    if (!ok) return setFailure(message)
    if (message !== '') toast(message)
    onClose()
  }

  return { isBusy, failure, run }
}
