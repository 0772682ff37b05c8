import type { ReportOutcome } from '@waggle/contract/operating/reported-thing'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { api } from '../../../lib/api/api.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { AnswerDialog } from './answer-dialog.tsx'

/** Closes a report with an outcome, and with what the reporters are told. */
export function CloseDialog({
  thing,
  onDone,
  onClose,
}: {
  thing: ReportedThing
  onDone: () => void
  onClose: () => void
}) {
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token, input }: { token: string; input: { outcome: ReportOutcome; text: string } }) =>
      api('closeReport', {
        params: { reportId: thing.id },
        body: { outcome: input.outcome, explanation: input.text },
        token,
      }),
    failed: texts.closeFailed,
    onDone: onClose,
    onSettled: onDone,
  })
  return (
    <AnswerDialog
      title={texts.closeTitle(thing.username)}
      label={texts.explanation}
      hint={texts.explanationHint}
      failure={failure}
      isBusy={isBusy}
      answers={[
        { label: texts.closeAs.unfounded, onChoose: (text) => run({ outcome: 'unfounded', text }) },
        { label: texts.closeAs.acted, onChoose: (text) => run({ outcome: 'acted', text }) },
      ]}
      onClose={onClose}
    />
  )
}
