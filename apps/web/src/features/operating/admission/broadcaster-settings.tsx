import { useQueryClient } from '@tanstack/react-query'
import { admissionLimits as limits } from '@waggle/contract/admission/limits'
import type { BroadcasterSettings as Broadcasters, ChatterSettings } from '@waggle/contract/admission/settings'
import type { Answer } from '@waggle/contract/endpoints'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { admissionTexts as texts } from '../../../texts/admission/broadcasters.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormEnd } from '../../../ui/forms/form-end.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from '../operating.module.css'
import own from './admission.module.css'
import { Choices } from './choices.tsx'
import { admissionRequestsKey } from './use-admission-requests.ts'
import { admissionSettingsKey, useAdmissionSettings } from './use-admission-settings.ts'

type Stored = Answer<'getAdmissionSettings'>

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
  const isChanged =
    JSON.stringify([broadcasters, chatters]) !== JSON.stringify([stored.broadcasters.value, stored.chatters.value])
  const { run, isBusy, failure } = useSessionMutation({
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
    <Panel title={texts.settings}>
      <form className={styles.section} onSubmit={submit}>
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
            max={limits.accountAgeMaxDays}
            onChange={(days) => change({ minAccountAgeDays: days ?? 0 })}
          />
          <NumberField
            label={texts.reputation}
            none={texts.noMinimum}
            value={broadcasters.minReputation}
            min={-limits.reputationMax}
            max={limits.reputationMax}
            onChange={(minReputation) => change({ minReputation })}
          />
        </Group>
        <Group title={texts.limits}>
          <NumberField
            label={texts.bitrate}
            value={broadcasters.maxKilobitsPerSecond}
            max={limits.kilobitsMax}
            onChange={(maxKilobitsPerSecond) => change({ maxKilobitsPerSecond })}
          />
          <NumberField
            label={texts.height}
            value={broadcasters.maxHeight}
            max={limits.heightMax}
            onChange={(maxHeight) => change({ maxHeight })}
          />
          <NumberField
            label={texts.hours}
            value={broadcasters.maxHoursPerDay}
            max={24}
            onChange={(maxHoursPerDay) => change({ maxHoursPerDay })}
          />
        </Group>
        <Group title={texts.siteLimits}>
          <NumberField
            label={texts.broadcasts}
            value={broadcasters.maxBroadcasts}
            max={limits.broadcastsMax}
            onChange={(maxBroadcasts) => change({ maxBroadcasts })}
          />
        </Group>
        <Group title={texts.chat}>
          <NumberField
            label={texts.chatAge}
            none={texts.noMinimum}
            value={chatters.minAccountAgeDays || null}
            max={limits.accountAgeMaxDays}
            onChange={(days) => setChatters({ minAccountAgeDays: days ?? 0 })}
          />
        </Group>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <p className={styles.hint}>{texts.settingsHint}</p>
        <FormEnd isChanged={isChanged}>
          <Button kind="primary" type="submit" disabled={isBusy || !isChanged}>
            {texts.save}
          </Button>
        </FormEnd>
      </form>
    </Panel>
  )
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
  min?: number
  max: number
  onChange: (value: number | null) => void
}

function NumberField({ label, none = texts.noLimit, value, min = 1, max, onChange }: NumberFieldProps) {
  return (
    <Field label={label}>
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
