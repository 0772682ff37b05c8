import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { siteClock } from '../../lib/clock/site-clock.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useFormMessage } from '../../lib/use-form-message.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { nextBroadcastTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './channel-settings.module.css'

const nextBroadcastKey = (user: string) => ['next-broadcast', user]

/** When the channel will be live next, as its page says while it is offline (rule SETTINGS-8). */
export function NextBroadcast({ user }: { user: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: nextBroadcastKey(user),
    queryFn: ({ signal }) => api('getNextBroadcast', { params: { username: user }, signal }),
  })
  return (
    <Panel title={texts.heading}>
      {data ? (
        <NextBroadcastForm user={user} saved={data.startTime} />
      ) : (
        <Awaiting
          label={texts.loading}
          failure={error && errorSentence(error, texts.loadFailed)}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  )
}

function NextBroadcastForm({ user, saved }: { user: string; saved: number | null }) {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<string>()
  const [message, setMessage] = useFormMessage<'hint'>()
  const savedValue = saved === null ? '' : localValue(saved)
  const value = edited ?? savedValue
  const nowMs = siteClock.now()
  const saving = useSessionMutation<number | null, Answer<'updateNextBroadcast'>>({
    send: ({ token, input }) => api('updateNextBroadcast', { body: { startTime: input }, token }),
    failed: texts.saveFailed,
    onDone(answer) {
      queries.setQueryData(nextBroadcastKey(user), answer)
      setEdited(undefined)
      setMessage({
        kind: 'saved',
        text: answer.startTime === null ? texts.removed : texts.saved(formatDateTime(answer.startTime)),
      })
    },
  })

  function save(event: FormEvent): void {
    event.preventDefault()
    if (saving.isBusy || value === savedValue) return
    setMessage(undefined)
    saving.run(value === '' ? null : new Date(value).getTime())
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <Field label={texts.time} hint={texts.about}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            min={localValue(nowMs)}
            max={localValue(nowMs + limits.nextBroadcastMaxDays * dayMs)}
            value={value}
            onChange={(event) => {
              setEdited(event.target.value)
              setMessage(undefined)
              saving.clearFailure()
            }}
          />
        )}
      </Field>
      {saving.failure !== undefined && <ErrorMessage>{saving.failure}</ErrorMessage>}
      <p role="status" className={message?.kind === 'saved' ? styles.saved : styles.message}>
        {message?.text}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={saving.isBusy || value === savedValue}>
          {saving.isBusy ? texts.saving : texts.save}
        </Button>
        {saved !== null && (
          <Button kind="quiet" disabled={saving.isBusy} onClick={() => saving.run(null)}>
            {texts.remove}
          </Button>
        )}
      </div>
    </form>
  )
}

const dayMs = 24 * 60 * 60_000

/** A time as the input writes it, in the streamer's time zone: `2026-11-28T20:00`. */
function localValue(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000
  return new Date(atMs - offsetMs).toISOString().slice(0, 16)
}
