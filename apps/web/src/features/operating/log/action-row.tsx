import type { SiteAction } from '@waggle/contract/operating/endpoints'
import { api } from '../../../lib/api/api.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { kindTexts } from '../../../texts/operating/kinds.ts'
import { suspensionTexts } from '../../../texts/operating/suspension.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Tag } from '../../../ui/identity/badge.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { AccountLink } from '../account-link.tsx'
import styles from '../operating.module.css'

/** An entry of the log, with a button that undoes what is in effect. */
export function ActionRow({ action, onUndone }: { action: SiteAction; onUndone: () => void }) {
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
    <div className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name}>
          {kindTexts[kind]}
          {username && <AccountLink username={username} />}
          {isInEffect && <Tag>{texts.inEffect}</Tag>}
        </p>
        <p className={styles.facts}>
          {reason && <span>{suspensionTexts.reasons[reason]}</span>}
          <span>{texts.by(takenBy, formatDateTime(takenAt))}</span>
          {isInEffect && <span>{until === null ? texts.untilUndone : texts.until(formatDateTime(until))}</span>}
          {undoneBy !== null && undoneAt !== null && <span>{texts.undoneBy(undoneBy, formatDateTime(undoneAt))}</span>}
        </p>
        {note && <p>{note}</p>}
        {statement && <p className={styles.facts}>{texts.told(statement)}</p>}
        {previous !== null && (
          <details>
            <summary>{texts.before}</summary>
            <pre className={styles.before}>{previous}</pre>
          </details>
        )}
      </div>
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
    </div>
  )
}
