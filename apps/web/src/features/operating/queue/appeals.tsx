import { useQueryClient } from '@tanstack/react-query'
import type { AppealOutcome, SiteAppeal } from '@waggle/contract/operating/appeal-endpoints'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import type { Signer } from '../../../session/account-proof.ts'
import { requireProof } from '../../../session/require-proof.ts'
import { type AskedWallet, useWalletMutation } from '../../../session/use-wallet-mutation.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { WalletWait } from '../../../ui/feedback/wallet-wait.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import styles from '../operating.module.css'
import { AnswerDialog } from './answer-dialog.tsx'
import { AppealCard } from './appeal-card.tsx'
import own from './queue.module.css'
import type { RenderMedia } from './render-media.ts'
import { isForMe, useAppeals } from './use-queue.ts'

interface AppealsProps {
  user: string
  wallet: Signer & AskedWallet
  renderMedia: RenderMedia
}

/** What accounts say against decisions, where this user decides (rules OPERATE-11, OPERATE-14). Nothing where nothing waits. */
export function OpenAppeals({ user, wallet, renderMedia }: AppealsProps) {
  const queries = useQueryClient()
  const [deciding, setDeciding] = useState<SiteAppeal>()
  const waiting = useAppeals().data?.open.filter(isForMe) ?? []
  if (waiting.length === 0) return null
  return (
    <Panel isMain title={texts.appeals}>
      <ul className={styles.list}>
        {waiting.map((appeal) => (
          <li key={appeal.actionId}>
            <AppealCard appeal={appeal} renderMedia={renderMedia} onDecide={() => setDeciding(appeal)} />
          </li>
        ))}
      </ul>
      {deciding && (
        <DecideDialog
          appeal={deciding}
          user={user}
          wallet={wallet}
          onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </Panel>
  )
}

/** The appeals that somebody else decides, and those that were decided, folded. */
export function OtherAppeals({ renderMedia }: Pick<AppealsProps, 'renderMedia'>) {
  const { data, error, refetch } = useAppeals()
  if (!data) {
    const failure = error && errorSentence(error, texts.appealsFailed)
    return <Awaiting label={texts.loading} failure={failure} onRetry={refetch} />
  }
  const others = data.open.filter(({ decision }) => decision === 'another')
  return (
    <Panel title={texts.otherAppeals}>
      {data.open.length === 0 && <p className={styles.hint}>{texts.noAppeals}</p>}
      <FoldedAppeals title={texts.othersDecide(others.length)} appeals={others} renderMedia={renderMedia} />
      <FoldedAppeals title={texts.decidedAppeals} appeals={data.decided} renderMedia={renderMedia} />
    </Panel>
  )
}

function FoldedAppeals({
  title,
  appeals,
  renderMedia,
}: {
  title: string
  appeals: readonly SiteAppeal[]
  renderMedia: RenderMedia
}) {
  if (appeals.length === 0) return null
  return (
    <details>
      <summary className={own.summary}>{title}</summary>
      <ul className={styles.list}>
        {appeals.map((appeal) => (
          <li key={appeal.actionId}>
            <AppealCard appeal={appeal} renderMedia={renderMedia} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface DecideDialogProps extends Pick<AppealsProps, 'user' | 'wallet'> {
  appeal: SiteAppeal
  onDone: () => void
  onClose: () => void
}

interface Decision {
  outcome: AppealOutcome
  text: string
}

function DecideDialog({ appeal: { actionId, username, text, decision }, user, wallet, ...dialog }: DecideDialogProps) {
  const { onDone, onClose } = dialog
  const isSigned = decision === 'signed'
  const { run, isBusy, failure, isSilent, cancel } = useWalletMutation<Decision>(wallet, {
    async send({ token, input, signal }) {
      const request = { api, signer: wallet, username: user, purpose: 'operate' as const, signal }
      const title = texts.decideTitle(username)
      const proof = isSigned ? await requireProof({ ...request, title }, texts.decideFailed) : undefined
      const body = { outcome: input.outcome, answer: input.text, ...(proof && { proof }) }
      return api('decideAppeal', { params: { actionId }, body, token, signal })
    },
    failed: texts.decideFailed,
    onDone: onClose,
    onSettled: onDone,
  })
  return (
    <AnswerDialog
      title={texts.decideTitle(username)}
      label={texts.answer}
      hint={texts.revertHint}
      failure={failure}
      isBusy={isBusy}
      answers={[
        { label: texts.uphold, onChoose: (answer) => run({ outcome: 'upheld', text: answer }) },
        { label: texts.revert, onChoose: (answer) => run({ outcome: 'reverted', text: answer }) },
      ]}
      onClose={onClose}
    >
      <blockquote className={own.quotes}>{text}</blockquote>
      {isSigned && <p className={styles.hint}>{texts.aloneHint}</p>}
      {isSilent && <WalletWait onCancel={cancel} />}
    </AnswerDialog>
  )
}
