import { useQueryClient } from '@tanstack/react-query'
import type { RestrictedScope } from '@waggle/contract/operating/actions'
import type { Statement } from '@waggle/contract/operating/appeal-endpoints'
import { decisionsId } from '@waggle/contract/pages/page-addresses'
import { useEffect, useRef, useState } from 'react'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { isInEffect, ownStatementsKey, useOwnStatements } from '../../session/own-decisions/own-statements.ts'
import { kindTexts } from '../../texts/operating/kinds.ts'
import { statementTexts as texts } from '../../texts/operating/statement.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { Button } from '../../ui/forms/button.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import styles from './reports.module.css'

/**
 * What was decided about the user, and why; nothing for most people (rule OPERATE-10). With a scope only what keeps the user from that
 * now, on the page where it hits (rule OPERATE-15).
 */
export function OwnStatements({ user, scope }: { user: string; scope?: RestrictedScope }) {
  const queries = useQueryClient()
  const [appealing, setAppealing] = useState<Statement>()
  const { data } = useOwnStatements(user)
  const nowMs = useSiteTime(60_000)
  const list = useRef<HTMLElement>(null)
  const statements = data?.statements.filter((one) => scope === undefined || isInEffect(one, scope, nowMs)) ?? []
  const isShown = statements.length > 0
  useEffect(() => {
    // The browser has looked for it before it was there.
    if (isShown && scope === undefined && location.hash === `#${decisionsId}`) list.current?.scrollIntoView()
  }, [isShown, scope])
  if (!isShown) return null
  return (
    <section
      ref={list}
      id={scope === undefined ? decisionsId : undefined}
      className={styles.section}
      aria-label={texts.heading}
    >
      <h2>{texts.heading}</h2>
      <p>{texts.about}</p>
      {statements.map((statement) => (
        <StatementCard key={statement.actionId} statement={statement} onAppeal={() => setAppealing(statement)} />
      ))}
      {appealing && (
        <AppealDialog
          statement={appealing}
          onDone={() => void queries.invalidateQueries({ queryKey: ownStatementsKey(user) })}
          onClose={() => setAppealing(undefined)}
        />
      )}
    </section>
  )
}

function StatementCard({ statement, onAppeal }: { statement: Statement; onAppeal: () => void }) {
  const { kind, reason, takenAt, until, undoneAt, isAfterReport, appealableUntil, appeal, hasAnotherToDecide } =
    statement
  const what = kindTexts[kind]
  return (
    <article className={styles.statement} aria-label={what}>
      <h3>
        {what} <span className={styles.when}>{texts.on(formatDateTime(takenAt))}</span>
      </h3>
      <p>{texts.because(suspensionTexts.reasons[reason])}</p>
      {statement.statement && <p className={styles.explanation}>{statement.statement}</p>}
      <p>
        {isAfterReport ? texts.afterReport : texts.withoutReport} {until !== null && texts.until(formatDateTime(until))}
      </p>
      {undoneAt !== null && <p>{texts.undone(formatDateTime(undoneAt))}</p>}
      {appealableUntil !== null && (
        <div className={styles.buttons}>
          <Button size="small" aria-label={texts.appealNamed(what)} onClick={onAppeal}>
            {texts.appeal}
          </Button>
          <span className={styles.when}>
            {texts.appealUntil(formatDateTime(appealableUntil))}{' '}
            {hasAnotherToDecide ? texts.byAnother : texts.byNobodyElse}
          </span>
        </div>
      )}
      {appeal && (
        <>
          <p className={styles.when}>{texts.yours(formatDateTime(appeal.appealedAt))}</p>
          <p className={styles.explanation}>{appeal.text}</p>
          <p>
            <strong>{appeal.outcome === null ? texts.waiting : texts.outcomes[appeal.outcome]}</strong>
          </p>
          {appeal.answer && <p className={styles.explanation}>{appeal.answer}</p>}
          {appeal.isDecidedAlone && <p className={styles.when}>{texts.decidedAlone}</p>}
        </>
      )}
    </article>
  )
}
