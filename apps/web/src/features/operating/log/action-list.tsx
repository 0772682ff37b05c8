import type { SiteAction } from '@waggle/contract/operating/endpoints'
import { api } from '../../../lib/api/api.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'
import { StateChip } from '../state-chip.tsx'
import own from './log.module.css'

/**
 * Entries of the log, each with why and how long in a second line, and with a button that undoes what is in effect. The names of the
 * columns are for the eye: each entry says what its parts are.
 */
export function ActionList({ actions, onUndone }: { actions: readonly SiteAction[]; onUndone: () => void }) {
  return (
    <div className={own.table}>
      <div className={own.columns} aria-hidden="true">
        {texts.columns.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className={own.entries}>
        {actions.map((action) => (
          <li key={action.id} className={own.entry}>
            <Action action={action} onUndone={onUndone} />
          </li>
        ))}
      </ol>
    </div>
  )
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
      <span className={own.when}>{formatDateTime(takenAt)}</span>
      <span className={own.what}>
        {kindTexts[kind]}
        {isInEffect && <StateChip>{texts.inEffect}</StateChip>}
      </span>
      <span className={own.part}>{username && <AccountLink username={username} />}</span>
      <span className={own.part}>
        <span className={own.word}>{texts.by}</span> @{takenBy}
      </span>
      <span className={own.why}>
        <span className={own.part}>{reason && suspensionTexts.reasons[reason]}</span>
        <span className={own.part}>
          {isInEffect && (until === null ? texts.untilUndone : `${texts.until} ${formatDateTime(until)}`)}
          {undoneBy !== null && undoneAt !== null && texts.undoneBy(undoneBy, formatDateTime(undoneAt))}
        </span>
      </span>
      <span className={own.undo}>
        {isInEffect && (
          <Button
            size="small"
            disabled={undo.isBusy}
            aria-label={texts.undoNamed(kindTexts[kind], username)}
            onClick={() => undo.run()}
          >
            {texts.undo}
          </Button>
        )}
      </span>
      {(note || statement || previous !== null) && (
        <div className={own.note}>
          {note && <p>{note}</p>}
          {statement && <p className={styles.hint}>{texts.told(statement)}</p>}
          {previous !== null && (
            <details>
              <summary>{texts.before}</summary>
              <pre className={own.before}>{previous}</pre>
            </details>
          )}
        </div>
      )}
    </>
  )
}
