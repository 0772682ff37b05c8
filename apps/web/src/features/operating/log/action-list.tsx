import type { SiteAction } from '@waggle/contract/operating/endpoints'
import { api } from '../../../lib/api/api.ts'
import { formatDate, formatDateTime, formatTime } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'
import { StateChip } from '../state-chip.tsx'
import { KindSign } from './kind-sign.tsx'
import own from './log.module.css'

/** Entries of the log below their days, each with who did it, why and for how long, and with a button that undoes what is in effect. */
export function ActionList({ actions, onUndone }: { actions: readonly SiteAction[]; onUndone: () => void }) {
  return [...byDay(actions)].map(([day, ofDay]) => (
    <section key={day} className={own.day} aria-label={day}>
      <h3>{day}</h3>
      <ol>
        {ofDay.map((action) => (
          <li key={action.id} className={own.entry}>
            <Action action={action} onUndone={onUndone} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

function byDay(actions: readonly SiteAction[]): Map<string, SiteAction[]> {
  const days = new Map<string, SiteAction[]>()
  for (const action of actions) {
    const day = formatDate(action.takenAt)
    days.set(day, [...(days.get(day) ?? []), action])
  }
  return days
}

function Action({ action, onUndone }: { action: SiteAction; onUndone: () => void }) {
  const {
    id,
    kind,
    username,
    reason,
    note,
    statement,
    takenBy,
    takenAt,
    until,
    undoneBy,
    undoneAt,
    isInEffect,
    previous,
  } = action
  const undo = useSessionMutation({
    send: ({ token }) => api('undoSiteAction', { params: { actionId: id }, token }),
    failed: texts.undoFailed,
    onDone: () => toast(texts.undone),
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: onUndone,
  })
  return (
    <>
      <KindSign kind={kind} />
      <div className={styles.about}>
        <p className={own.what}>
          <strong>{kindTexts[kind]}</strong>
          {username && <AccountLink username={username} />}
          {isInEffect && <StateChip>{texts.inEffect}</StateChip>}
        </p>
        <p className={styles.facts}>
          <span>
            {texts.by} @{takenBy}
          </span>
          {reason && <span>{suspensionTexts.reasons[reason]}</span>}
          {isInEffect && <span>{until === null ? texts.untilUndone : `${texts.until} ${formatDateTime(until)}`}</span>}
          {undoneBy !== null && undoneAt !== null && <span>{texts.undoneBy(undoneBy, formatDateTime(undoneAt))}</span>}
        </p>
        {note && <p>{note}</p>}
        {statement && <p className={styles.hint}>{texts.told(statement)}</p>}
        {previous !== null && (
          <details>
            <summary>{texts.before}</summary>
            <pre className={own.before}>{previous}</pre>
          </details>
        )}
      </div>
      {isInEffect && (
        <div className={own.undo}>
          <Button
            size="small"
            disabled={undo.isBusy}
            aria-label={texts.undoNamed(kindTexts[kind], username)}
            onClick={() => undo.run()}
          >
            {texts.undo}
          </Button>
        </div>
      )}
      <time className={own.when} dateTime={new Date(takenAt).toISOString()}>
        {formatTime(takenAt)}
      </time>
    </>
  )
}
