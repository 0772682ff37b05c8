import { useQueryClient } from '@tanstack/react-query'
import type { AppealOutcome, SiteAppeal } from '@waggle/contract/operating/appeal-endpoints'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { AppealCard } from './appeal-card.tsx'
import styles from './queue.module.css'
import type { RenderMedia } from './render-media.ts'

const refreshMs = 10_000

/** What accounts say against decisions; another moderator than the one who acted decides (rule OPERATE-11). */
export function Appeals({ user, renderMedia }: { user: string; renderMedia: RenderMedia }) {
  const queries = useQueryClient()
  const [deciding, setDeciding] = useState<SiteAppeal>()
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'appeals'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('listAppeals', { token, signal }),
  })
  if (!data) {
    const failure = error && errorSentence(error, texts.appealsFailed)
    return <Awaiting label={texts.loading} failure={failure} onRetry={refetch} />
  }
  return (
    <>
      <h2>{texts.appeals}</h2>
      {data.open.length === 0 && <p className={styles.hint}>{texts.noAppeals}</p>}
      <ul className={styles.list}>
        {data.open.map((appeal) => (
          <li key={appeal.actionId}>
            <AppealCard appeal={appeal} user={user} renderMedia={renderMedia} onDecide={() => setDeciding(appeal)} />
          </li>
        ))}
      </ul>
      {data.decided.length > 0 && (
        <details>
          <summary className={styles.summary}>{texts.decidedAppeals}</summary>
          <ul className={styles.list}>
            {data.decided.map((appeal) => (
              <li key={appeal.actionId}>
                <AppealCard appeal={appeal} user={user} renderMedia={renderMedia} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {deciding && (
        <DecideDialog
          appeal={deciding}
          onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </>
  )
}

function DecideDialog({ appeal, onDone, onClose }: { appeal: SiteAppeal; onDone: () => void; onClose: () => void }) {
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token, input }: { token: string; input: { outcome: AppealOutcome; text: string } }) =>
      api('decideAppeal', {
        params: { actionId: appeal.actionId },
        body: { outcome: input.outcome, answer: input.text },
        token,
      }),
    failed: texts.decideFailed,
    onDone: onClose,
    onSettled: onDone,
  })
  return (
    <AnswerDialog
      title={texts.decideTitle(appeal.username)}
      label={texts.answer}
      hint={texts.revertHint}
      failure={failure}
      isBusy={isBusy}
      answers={[
        { label: texts.uphold, onChoose: (text) => run({ outcome: 'upheld', text }) },
        { label: texts.revert, onChoose: (text) => run({ outcome: 'reverted', text }) },
      ]}
      onClose={onClose}
    >
      <blockquote className={styles.quotes}>{appeal.text}</blockquote>
    </AnswerDialog>
  )
}
