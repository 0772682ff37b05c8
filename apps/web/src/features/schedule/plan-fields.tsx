import { scheduleLimits as limits } from '@waggle/contract/channels/schedule'
import { firstCharacters, lengthOf } from '@waggle/contract/clean-text'
import { type ReactNode, useState } from 'react'
import { siteClock } from '../../lib/clock/site-clock.ts'
import { shortDuration } from '../../lib/format/short-duration.ts'
import { useSite } from '../../lib/site.ts'
import { categoryText } from '../../texts/contract/choices.ts'
import { scheduleEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import { localValue, type PlanDraft } from './plan-draft.ts'
import styles from './schedule-editor.module.css'

const dayMs = 24 * 60 * 60_000
/** The lengths that are offered, in minutes. */
const durations = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480, 720]

/** The form of a broadcast that is to be planned, or edited. `children` are its buttons. */
export function PlanFields({
  draft: { time, isWeekly, title, durationMinutes, category },
  edited,
  onChange,
  onSave,
  children,
}: {
  draft: PlanDraft
  /** The broadcast that is edited, as its time was: it may be late. */
  edited?: { startTime: number } | undefined
  onChange: (change: Partial<PlanDraft>) => void
  onSave: () => void
  children: ReactNode
}) {
  const [timeMistake, setTimeMistake] = useState('')
  const nowMs = siteClock.now()
  const isEdited = edited !== undefined
  const site = useSite()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <div className={styles.pair}>
        <div className={styles.time}>
          <Field label={texts.time} mistake={timeMistake}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                required
                // biome-ignore lint/a11y/noAutofocus: the button that opened the form has gone
                autoFocus={isEdited}
                min={localValue(Math.min(nowMs, edited?.startTime ?? nowMs))}
                max={localValue(nowMs + limits.maxDaysAhead * dayMs)}
                value={time}
                onChange={({ target }) => {
                  setTimeMistake('')
                  onChange({ time: target.value })
                }}
                // What the browser says, below the field as every mistake.
                onInvalid={(event) => {
                  event.preventDefault()
                  event.currentTarget.focus()
                  setTimeMistake(event.currentTarget.validationMessage)
                }}
              />
            )}
          </Field>
          <label className="check">
            <input
              type="checkbox"
              checked={isWeekly}
              onChange={({ target }) => onChange({ isWeekly: target.checked })}
            />
            {texts.everyWeek}
          </label>
        </div>
        <Field label={texts.title} aside={`${lengthOf(title)} / ${limits.titleMaxLength}`}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              autoComplete="off"
              value={title}
              // Characters as the server counts them: `maxLength` counts an emoji as two.
              onChange={({ target }) => onChange({ title: firstCharacters(target.value, limits.titleMaxLength) })}
            />
          )}
        </Field>
        <Field label={texts.duration}>
          {(control) => (
            <select
              {...control}
              value={durationMinutes ?? ''}
              onChange={({ target }) =>
                onChange({ durationMinutes: target.value === '' ? null : Number(target.value) })
              }
            >
              <option value="">{texts.noDuration}</option>
              {offered(durations, durationMinutes)
                .sort((one, other) => one - other)
                .map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {shortDuration(minutes * 60_000)}
                  </option>
                ))}
            </select>
          )}
        </Field>
        <Field label={texts.category}>
          {(control) => (
            <select
              {...control}
              value={category ?? ''}
              onChange={({ target }) => onChange({ category: target.value || null })}
            >
              <option value="">{texts.noCategory}</option>
              {offered(site?.categories ?? [], category).map((one) => (
                <option key={one} value={one}>
                  {categoryText(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className={styles.buttons}>{children}</div>
    </form>
  )
}

/** One that is chosen stays: another program may have planned it, or the site have taken it from its list since. */
function offered<Choice>(choices: readonly Choice[], chosen: Choice | null): Choice[] {
  return [...new Set([...choices, ...(chosen === null ? [] : [chosen])])]
}
