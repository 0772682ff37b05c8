import { useQueryClient } from '@tanstack/react-query'
import { admissionLimits as limits } from '@waggle/contract/admission/limits'
import type { BroadcasterSettings as Broadcasters, ChatterSettings } from '@waggle/contract/admission/settings'
import type { Answer } from '@waggle/contract/endpoints'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { admissionTexts as texts } from '../../../texts/admission/broadcasters.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { UnsavedBar } from '../../../ui/forms/unsaved-bar.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from '../operating.module.css'
import own from './admission.module.css'
import { Choices } from './choices.tsx'
import { admissionRequestsKey } from './use-admission-requests.ts'
import { admissionSettingsKey, useAdmissionSettings } from './use-admission-settings.ts'

/** Its anchor in the page. */
export const broadcasterSettingsId = 'who-may-broadcast'

type Stored = Answer<'getAdmissionSettings'>
type Bounds = { min: number; max: number }

const bounds = {
  minAccountAgeDays: { min: 1, max: limits.accountAgeMaxDays },
  minReputation: { min: -limits.reputationMax, max: limits.reputationMax },
  maxKilobitsPerSecond: { min: 1, max: limits.kilobitsMax },
  maxHeight: { min: 1, max: limits.heightMax },
  maxHoursPerDay: { min: 1, max: 24 },
  maxBroadcasts: { min: 1, max: limits.broadcastsMax },
} satisfies { [Field in keyof Broadcasters]?: Bounds }
const bounded = Object.keys(bounds) as (keyof typeof bounds)[]

/** Who may broadcast and chat. For operators (rules ADMIT-1, ADMIT-4 to ADMIT-6). */
export function BroadcasterSettings() {
  const { data, error, refetch } = useAdmissionSettings()
  if (!data) {
    const failure = error && errorSentence(error, texts.settingsFailed)
    return <Awaiting label={operatingTexts.loading} failure={failure} onRetry={refetch} />
  }
  return <SettingsForm key={`${data.broadcasters.revision} ${data.chatters.revision}`} stored={data} />
}

function SettingsForm({ stored }: { stored: Stored }) {
  const queries = useQueryClient()
  const [broadcasters, setBroadcasters] = useState<Broadcasters>(stored.broadcasters.value)
  const [chatters, setChatters] = useState<ChatterSettings>(stored.chatters.value)
  const change = (changed: Partial<Broadcasters>) => setBroadcasters({ ...broadcasters, ...changed })
  // An age of 0 is none.
  const ages = [broadcasters, chatters].map(({ minAccountAgeDays }) => minAccountAgeDays || null)
  const wrong =
    ages.filter((age) => isWrong(age, bounds.minAccountAgeDays)).length +
    bounded.filter((field) => field !== 'minAccountAgeDays' && isWrong(broadcasters[field], bounds[field])).length
  const changes = differences(broadcasters, stored.broadcasters.value) + differences(chatters, stored.chatters.value)
  const { run, isBusy, failure, clearFailure } = useSessionMutation({
    send: ({ token }) =>
      api('updateAdmissionSettings', {
        body: {
          broadcasters: { ...stored.broadcasters, value: broadcasters },
          chatters: { ...stored.chatters, value: chatters },
        },
        token,
      }),
    failed: texts.saveFailed,
    async onDone() {
      toast(texts.saved)
      // Whether a decision about a request counts depends on them.
      void queries.invalidateQueries({ queryKey: admissionRequestsKey })
      await queries.invalidateQueries({ queryKey: admissionSettingsKey })
    },
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form className={styles.saved} onSubmit={submit}>
      <Panel id={broadcasterSettingsId} title={texts.settings}>
        <Choices
          name="who"
          title={texts.settings}
          choices={['everybody', 'approved', 'list']}
          labels={texts.who}
          hints={texts.whoHint}
          chosen={broadcasters.who}
          onChoose={(who) => change({ who })}
        />
        <Group title={texts.asked}>
          <NumberField
            label={texts.accountAge}
            none={texts.noMinimum}
            value={broadcasters.minAccountAgeDays || null}
            {...bounds.minAccountAgeDays}
            onChange={(days) => change({ minAccountAgeDays: days ?? 0 })}
          />
          <NumberField
            label={texts.reputation}
            none={texts.noMinimum}
            value={broadcasters.minReputation}
            {...bounds.minReputation}
            onChange={(minReputation) => change({ minReputation })}
          />
        </Group>
        <Group title={texts.limits}>
          <NumberField
            label={texts.bitrate}
            value={broadcasters.maxKilobitsPerSecond}
            {...bounds.maxKilobitsPerSecond}
            onChange={(maxKilobitsPerSecond) => change({ maxKilobitsPerSecond })}
          />
          <NumberField
            label={texts.height}
            value={broadcasters.maxHeight}
            {...bounds.maxHeight}
            onChange={(maxHeight) => change({ maxHeight })}
          />
          <NumberField
            label={texts.hours}
            value={broadcasters.maxHoursPerDay}
            {...bounds.maxHoursPerDay}
            onChange={(maxHoursPerDay) => change({ maxHoursPerDay })}
          />
        </Group>
        <Group title={texts.siteLimits}>
          <NumberField
            label={texts.broadcasts}
            value={broadcasters.maxBroadcasts}
            {...bounds.maxBroadcasts}
            onChange={(maxBroadcasts) => change({ maxBroadcasts })}
          />
        </Group>
        <Group title={texts.chat}>
          <NumberField
            label={texts.chatAge}
            none={texts.noMinimum}
            value={chatters.minAccountAgeDays || null}
            {...bounds.minAccountAgeDays}
            onChange={(days) => setChatters({ minAccountAgeDays: days ?? 0 })}
          />
        </Group>
        <p className={styles.hint}>{texts.settingsHint}</p>
      </Panel>
      <UnsavedBar
        {...{ changes, wrong, isBusy, failure }}
        onDiscard={() => {
          setBroadcasters(stored.broadcasters.value)
          setChatters(stored.chatters.value)
          clearFailure()
        }}
      />
    </form>
  )
}

/** How many settings are not as they are stored. */
function differences<Settings extends object>(now: Settings, stored: Settings): number {
  return (Object.keys(stored) as (keyof Settings)[]).filter((key) => now[key] !== stored[key]).length
}

/** An empty field is never wrong. */
function isWrong(value: number | null, { min, max }: Bounds): boolean {
  return value !== null && (value < min || value > max || !Number.isInteger(value))
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={own.group}>
      <legend>{title}</legend>
      <div className={own.fields}>{children}</div>
    </fieldset>
  )
}

interface NumberFieldProps {
  label: string
  /** What an empty field says. */
  none?: string
  /** Null where the field is empty. */
  value: number | null
  onChange: (value: number | null) => void
}

function NumberField({ label, none = texts.noLimit, value, min, max, onChange }: NumberFieldProps & Bounds) {
  const mistake = isWrong(value, { min, max }) && texts.outOfRange(formatNumber(min), formatNumber(max))
  return (
    <Field label={label} mistake={mistake}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          placeholder={none}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        />
      )}
    </Field>
  )
}
