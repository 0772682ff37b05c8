import { useQueryClient } from '@tanstack/react-query'
import { scheduleLimits as limits, type PlannedBroadcast } from '@waggle/contract/channels/schedule'
import type { Answer } from '@waggle/contract/endpoints'
import { CalendarDays, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { formatWeekly } from '../../lib/format/weekly-time.ts'
import { useFormMessage } from '../../lib/use-form-message.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { scheduleEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { draftOf, emptyDraft, type PlanDraft, plannedOf } from './plan-draft.ts'
import { PlanFields } from './plan-fields.tsx'
import { editButtonId, keyOf, PlannedList, whatIsPlanned } from './planned-list.tsx'
import styles from './schedule-editor.module.css'
import { scheduleQuery } from './schedule-query.ts'

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

interface Change {
  broadcasts: PlannedBroadcast[]
  /** What the form says once it is saved. */
  said: string
  added?: PlanDraft
  /** What the edited broadcast is from then on. */
  edited?: PlannedBroadcast
}

/** A broadcast that is edited in the place of a new one. */
interface Editing {
  /** What it was when the form was opened. */
  opened: string
  was: PlannedBroadcast
  draft: PlanDraft
}

/** `planned` is what the server has. Each change is saved at once. */
export function ScheduleForm({ user, planned }: { user: string; planned: readonly PlannedBroadcast[] }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(emptyDraft)
  const [editing, setEditing] = useState<Editing>()
  const [message, setMessage] = useFormMessage<never>()
  const status = useRef<HTMLParagraphElement>(null)
  const shown = useRef(planned)
  const saving = useSessionMutation<Change, Answer<'updateSchedule'>>({
    send: ({ token, input: { broadcasts } }) => api('updateSchedule', { body: { broadcasts, timeZone }, token }),
    failed: texts.saveFailed,
    onDone(answer, { said, added, edited }) {
      queries.setQueryData(scheduleQuery(user).queryKey, answer)
      // What was edited while it was being saved stays.
      setDraft((now) => (now === added ? emptyDraft : now))
      setEditing((now) => (now?.draft === added ? undefined : now && edited ? { ...now, was: edited } : now))
      setMessage({ kind: 'saved', text: said })
    },
  })

  useEffect(() => {
    // The focus was on the row that is gone, or in the form that edited it.
    const isOther = planned !== shown.current
    shown.current = planned
    if (isOther && document.activeElement === document.body) status.current?.focus({ preventScroll: true })
  }, [planned])

  useEffect(() => {
    // It was changed elsewhere, or its week has come. What was typed stays, as a new one.
    if (!editing || planned.some((other) => keyOf(other) === keyOf(editing.was))) return
    setDraft(editing.draft)
    setEditing(undefined)
  }, [planned, editing])

  function clearMessages(): void {
    setMessage(undefined)
    saving.clearFailure()
  }

  function save(change: Change): void {
    if (saving.isBusy) return
    clearMessages()
    saving.run(change)
  }

  function add(): void {
    const added = plannedOf(draft)
    save({ broadcasts: [...planned, added], said: saidOf(added), added: draft })
  }

  function saveEdited({ was, draft }: Editing): void {
    const now = plannedOf(draft, was)
    const broadcasts = planned.map((other) => (keyOf(other) === keyOf(was) ? now : other))
    save({ broadcasts, said: saidOf(now), added: draft, edited: now })
  }

  function remove(broadcast: PlannedBroadcast): void {
    const broadcasts = planned.filter((other) => other !== broadcast)
    save({ broadcasts, said: texts.removed(whatIsPlanned(broadcast)) })
  }

  function cancel({ was }: Editing): void {
    setEditing(undefined)
    clearMessages()
    // The button comes back with the row.
    requestAnimationFrame(() => document.getElementById(editButtonId(keyOf(was)))?.focus())
  }

  const isFull = planned.length >= limits.broadcastsMax
  return (
    <div className={styles.editor}>
      <p className={styles.about}>{texts.about(timeZone)}</p>
      <div className={styles.adding}>
        {editing && (
          <PlanFields
            key={editing.opened}
            draft={editing.draft}
            edited={editing.was}
            onChange={(change) => {
              setEditing({ ...editing, draft: { ...editing.draft, ...change } })
              clearMessages()
            }}
            onSave={() => saveEdited(editing)}
          >
            <Button kind="primary" type="submit">
              {saving.isBusy ? texts.saving : texts.save}
            </Button>
            <Button kind="quiet" onClick={() => cancel(editing)}>
              {texts.cancel}
            </Button>
          </PlanFields>
        )}
        {!editing && isFull && <p className={styles.full}>{texts.full(limits.broadcastsMax)}</p>}
        {!editing && !isFull && (
          <PlanFields
            draft={draft}
            onChange={(change) => {
              setDraft({ ...draft, ...change })
              clearMessages()
            }}
            onSave={add}
          >
            <Button kind="primary" type="submit">
              <Plus size={18} aria-hidden="true" />
              {saving.isBusy ? texts.saving : texts.add}
            </Button>
            <span className={styles.count}>{texts.count(planned.length, limits.broadcastsMax)}</span>
          </PlanFields>
        )}
        {saving.failure !== undefined && <ErrorMessage>{saving.failure}</ErrorMessage>}
        <p ref={status} role="status" tabIndex={-1} className={styles.saved}>
          {message?.text}
        </p>
      </div>
      {planned.length === 0 && (
        <Notice level={2} title={texts.none} icon={<CalendarDays size={28} />}>
          {texts.noneHint}
        </Notice>
      )}
      {planned.length > 0 && (
        <PlannedList
          planned={planned}
          editedKey={editing && keyOf(editing.was)}
          onEdit={(broadcast) => {
            setEditing({ opened: keyOf(broadcast), was: broadcast, draft: draftOf(broadcast) })
            clearMessages()
          }}
          onRemove={remove}
        />
      )}
    </div>
  )
}

function saidOf({ startTime, isWeekly }: PlannedBroadcast): string {
  return isWeekly ? texts.addedWeekly(formatWeekly(startTime)) : texts.added(formatDateTime(startTime))
}
