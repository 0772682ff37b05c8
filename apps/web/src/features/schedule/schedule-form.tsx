import { useQueryClient } from '@tanstack/react-query'
import { scheduleLimits as limits, type PlannedBroadcast } from '@waggle/contract/channels/schedule'
import type { Answer } from '@waggle/contract/endpoints'
import { CalendarDays, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { formatWeekly } from '../../lib/format/weekly-time.ts'
import { useFormMessage } from '../../lib/use-form-message.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { scheduleEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { draftOf, emptyDraft, isSameDraft, type PlanDraft, plannedOf } from './plan-draft.ts'
import { PlanFields } from './plan-fields.tsx'
import { editButtonId, keyOf, PlannedList, whatIsPlanned } from './planned-list.tsx'
import styles from './schedule-editor.module.css'
import { scheduleQuery } from './schedule-query.ts'
import { WeekStrip, weekButtonId } from './week/week-strip.tsx'

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
  /** Which button opened it, of those of a broadcast. */
  buttonId: (key: string) => string
}

/** `planned` is what the server has. Each change is saved at once. The form is beside the list, and on a phone in a sheet. */
export function ScheduleForm({ user, planned }: { user: string; planned: readonly PlannedBroadcast[] }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(emptyDraft)
  const [editing, setEditing] = useState<Editing>()
  /** On a phone: whether the sheet of a new one is open. */
  const [isPlanning, setPlanning] = useState(false)
  const isPhone = useIsPhone()
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
      setPlanning((now) => now && draft !== added)
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
    setPlanning(true)
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

  function edit(broadcast: PlannedBroadcast, buttonId: Editing['buttonId']): void {
    setEditing({ opened: keyOf(broadcast), was: broadcast, draft: draftOf(broadcast), buttonId })
    clearMessages()
  }

  function cancel({ was, buttonId }: Editing): void {
    setEditing(undefined)
    clearMessages()
    // That of a row comes back with it.
    requestAnimationFrame(() => document.getElementById(buttonId(keyOf(was)))?.focus())
  }

  const isFull = planned.length >= limits.broadcastsMax
  const full = <p className={styles.full}>{texts.full(limits.broadcastsMax)}</p>
  const count = <span className={styles.count}>{texts.count(planned.length, limits.broadcastsMax)}</span>
  const failure = saving.failure !== undefined && <ErrorMessage>{saving.failure}</ErrorMessage>
  const saved = (
    <p ref={status} role="status" tabIndex={-1} className={styles.saved}>
      {message?.text}
    </p>
  )
  const fields = editing ? (
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
      <Button kind="primary" type="submit" disabled={isSameDraft(editing.draft, draftOf(editing.was))}>
        {saving.isBusy ? texts.saving : texts.save}
      </Button>
      <Button kind="quiet" onClick={() => cancel(editing)}>
        {texts.cancel}
      </Button>
    </PlanFields>
  ) : (
    <PlanFields
      draft={draft}
      onChange={(change) => {
        setDraft({ ...draft, ...change })
        clearMessages()
      }}
      onSave={add}
    >
      <Button kind="primary" type="submit" disabled={draft.time === ''}>
        <Plus size={18} aria-hidden="true" />
        {saving.isBusy ? texts.saving : texts.add}
      </Button>
      {!isPhone && count}
    </PlanFields>
  )
  const isSheetOpen = isPhone && (editing !== undefined || (isPlanning && !isFull))
  return (
    <div className={styles.editor}>
      <p className={styles.about}>{texts.about(timeZone)}</p>
      {planned.length > 0 && (
        <WeekStrip
          planned={planned}
          editedKey={editing && keyOf(editing.was)}
          onEdit={(broadcast) => edit(broadcast, weekButtonId)}
        />
      )}
      {isPhone ? (
        <div className={styles.adding}>
          {isFull ? (
            full
          ) : (
            <div className={styles.buttons}>
              <Button
                kind="primary"
                onClick={() => {
                  setPlanning(true)
                  clearMessages()
                }}
              >
                <Plus size={18} aria-hidden="true" />
                {texts.add}
              </Button>
              {count}
            </div>
          )}
          {!isSheetOpen && failure}
          {saved}
        </div>
      ) : (
        <div className={styles.adding}>
          {!editing && isFull ? full : fields}
          {failure}
          {saved}
        </div>
      )}
      {isSheetOpen && (
        <Modal
          title={editing ? texts.edit(whatIsPlanned(editing.was)) : texts.add}
          onClose={() => (editing ? cancel(editing) : setPlanning(false))}
        >
          {fields}
          {failure}
        </Modal>
      )}
      {planned.length === 0 && (
        <Notice level={2} title={texts.none} icon={<CalendarDays size={28} />}>
          {texts.noneHint}
        </Notice>
      )}
      {planned.length > 0 && (
        <PlannedList
          planned={planned}
          // In a sheet it hides nothing: the row keeps its buttons, of which one has the focus again.
          editedKey={isPhone ? undefined : editing && keyOf(editing.was)}
          onEdit={(broadcast) => edit(broadcast, editButtonId)}
          onRemove={remove}
        />
      )}
    </div>
  )
}

function saidOf({ startTime, isWeekly }: PlannedBroadcast): string {
  return isWeekly ? texts.addedWeekly(formatWeekly(startTime)) : texts.added(formatDateTime(startTime))
}
