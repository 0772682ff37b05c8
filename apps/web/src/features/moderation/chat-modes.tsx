import { chatLimits } from '@waggle/contract/chat/limits'
import { type FormEvent, useEffect, useState } from 'react'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import styles from './moderation.module.css'
import type { ModerationTabProps } from './moderation-tab-props.ts'

/** The chat's modes. A switch saves at once, its number when it is applied. */
export function ChatModes({ state, store }: ModerationTabProps) {
  const { config } = state
  const change = (update: Parameters<typeof store.changeConfig>[0]) => void showOutcome(store.changeConfig(update))
  return (
    <fieldset className={styles.modes} aria-label={texts.modes} disabled={!config}>
      <Switch
        label={texts.slowMode}
        hint={texts.slowModeHint}
        isOn={config?.slowMode ?? false}
        onChange={(slowMode) => change({ slowMode })}
      />
      {config?.slowMode && (
        <NumberForm
          label={texts.slowModeSeconds}
          value={config.slowModeInterval}
          min={1}
          max={chatLimits.slowModeMaxSeconds}
          onApply={(slowModeInterval) => change({ slowModeInterval })}
        />
      )}
      <Switch
        label={texts.followersOnly}
        hint={texts.followersOnlyHint}
        isOn={config?.followersOnly ?? false}
        onChange={(followersOnly) => change({ followersOnly })}
      />
      {config?.followersOnly && (
        <NumberForm
          label={texts.followersMinutes}
          value={config.followersOnlyMinutes}
          min={0}
          max={chatLimits.followersOnlyMaxMinutes}
          onApply={(followersOnlyMinutes) => change({ followersOnlyMinutes })}
        />
      )}
      <Switch
        label={texts.emoteOnly}
        hint={texts.emoteOnlyHint}
        isOn={config?.emoteOnly ?? false}
        onChange={(emoteOnly) => change({ emoteOnly })}
      />
      <Switch
        label={texts.moderatorsMayChangeRules}
        hint={texts.moderatorsMayChangeRulesHint}
        isOn={config?.moderatorsMayChangeRules ?? false}
        onChange={(moderatorsMayChangeRules) => change({ moderatorsMayChangeRules })}
      />
    </fieldset>
  )
}

function NumberForm({
  label,
  value,
  min,
  max,
  onApply,
}: {
  label: string
  value: number
  min: number
  max: number
  onApply: (value: number) => void
}) {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const number = Number(typed)
  const isValid = typed !== '' && Number.isInteger(number) && number >= min && number <= max

  function apply(event: FormEvent): void {
    event.preventDefault()
    if (isValid && number !== value) onApply(number)
  }

  return (
    <form className={styles.numberForm} onSubmit={apply}>
      <Field label={label}>
        {(control) => (
          <input
            {...control}
            type="number"
            min={min}
            max={max}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={!isValid || number === value}>
        {texts.apply}
      </Button>
    </form>
  )
}
