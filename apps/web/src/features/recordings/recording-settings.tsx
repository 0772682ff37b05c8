import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@waggle/contract/endpoints'
import type { RecordingSettings as Settings } from '@waggle/contract/replays/endpoints'
import { api } from '../../lib/api/api.ts'
import { formatBytes } from '../../lib/format/bytes.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { UsedBar } from '../../ui/charts/used-bar.tsx'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './recordings.module.css'
import { useRecordingSettings } from './use-recording-settings.ts'
import { recordingKeys, useRefreshRecordings } from './use-recordings.ts'

/** Offered where the site keeps replays for longer. */
const dayChoices = [1, 3, 7, 14, 30, 60, 90, 180, 365]

const whoMayClipChoices = ['everyone', 'followers', 'moderators', 'nobody'] as const

/** Whether the channel is recorded, who sees its replays, and how long they are kept. Each choice is saved at once. */
export function RecordingSettings({ user }: { user: string }) {
  const { data, error, refetch } = useRecordingSettings(user)
  return (
    <Panel title={texts.settings}>
      {data ? (
        <SettingsFields user={user} settings={data} />
      ) : (
        <Awaiting label={texts.settingsLoading} failure={error && texts.settingsFailed} onRetry={refetch} />
      )}
    </Panel>
  )
}

function SettingsFields({ user, settings }: { user: string; settings: Answer<'getRecordingSettings'> }) {
  const queries = useQueryClient()
  const refresh = useRefreshRecordings(user)
  const { isRecorded, isPublishedAtOnce, isDownloadable, whoMayClip, keepDays, usedBytes, maxBytes, maxDays } = settings
  const { run, isBusy } = useSessionMutation<Partial<Settings>>({
    send: ({ token, input }) => api('updateRecordingSettings', { body: input, token }),
    failed: texts.saveFailed,
    onDone(saved) {
      queries.setQueryData(recordingKeys.settings(user), { ...settings, ...(saved as Settings) })
      toast(texts.saved)
    },
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  const choices = [...new Set([...dayChoices.filter((days) => days < maxDays), ...(keepDays ? [keepDays] : [])])]
  return (
    <div className={styles.settings}>
      <Switch
        label={texts.record}
        hint={texts.recordHint}
        isOn={isRecorded}
        disabled={isBusy}
        onChange={(isOn) => run({ isRecorded: isOn })}
      />
      <Switch
        label={texts.publish}
        hint={texts.publishHint}
        isOn={isPublishedAtOnce}
        disabled={isBusy}
        onChange={(isOn) => run({ isPublishedAtOnce: isOn })}
      />
      <Switch
        label={texts.offerDownload}
        hint={texts.offerDownloadHint}
        isOn={isDownloadable}
        disabled={isBusy}
        onChange={(isOn) => run({ isDownloadable: isOn })}
      />
      <Field label={texts.whoMayClip} hint={texts.whoMayClipHint}>
        {(control) => (
          <select
            {...control}
            value={whoMayClip}
            disabled={isBusy}
            onChange={({ target }) => run({ whoMayClip: target.value as Settings['whoMayClip'] })}
          >
            {whoMayClipChoices.map((who) => (
              <option key={who} value={who}>
                {texts.mayClip[who]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.keep} hint={texts.keepHint}>
        {(control) => (
          <select
            {...control}
            value={keepDays ?? ''}
            disabled={isBusy}
            onChange={({ target }) => run({ keepDays: target.value === '' ? null : Number(target.value) })}
          >
            {choices
              .toSorted((a, b) => a - b)
              .map((days) => (
                <option key={days} value={days}>
                  {texts.keepDays(days)}
                </option>
              ))}
            <option value="">{texts.keepMax(maxDays)}</option>
          </select>
        )}
      </Field>
      {maxBytes === null ? (
        <p className={styles.note}>{texts.used(formatBytes(usedBytes))}</p>
      ) : (
        <div>
          <UsedBar share={usedBytes / Math.max(1, maxBytes)} label={texts.room} />
          <p className={styles.note}>{texts.usedOf(formatBytes(usedBytes), formatBytes(maxBytes))}</p>
        </div>
      )}
    </div>
  )
}
