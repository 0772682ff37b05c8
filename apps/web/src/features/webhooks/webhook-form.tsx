import { limits } from '@waggle/contract/limits'
import type { Webhook } from '@waggle/contract/webhooks/endpoints'
import { type WebhookEvent, webhookEvents } from '@waggle/contract/webhooks/events'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { sentenceOf } from '../../lib/api/api-error.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './webhooks.module.css'

/** One more address. `onCreated` gets the secret, which is told once. */
export function WebhookForm({ onCreated }: { onCreated: (webhook: Webhook, secret: string) => void }) {
  const session = useSessionStore()
  const { token } = useSession()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      const { webhook, secret } = await api('createWebhook', { body: { url, events: [...events] }, token: token ?? '' })
      setUrl('')
      onCreated(webhook, secret)
    } catch (error) {
      session.endIfRefused(error)
      setFailure(sentenceOf(error, texts.changeFailed))
    }
    setBusy(false)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void create(event)}>
      <Field label={texts.address} hint={texts.addressHint}>
        {(control) => (
          <input
            {...control}
            inputMode="url"
            autoComplete="off"
            value={url}
            maxLength={limits.webhookUrlMaxLength}
            placeholder={texts.addressPlaceholder}
            onChange={(event) => {
              setUrl(event.target.value)
              setFailure(undefined)
            }}
          />
        )}
      </Field>
      <fieldset className={styles.events}>
        <legend>{texts.when}</legend>
        {webhookEvents.map((name) => (
          <label key={name} className={styles.check}>
            <input
              type="checkbox"
              checked={events.includes(name)}
              onChange={({ target }) =>
                setEvents(webhookEvents.filter((other) => (other === name ? target.checked : events.includes(other))))
              }
            />
            {texts.events[name]}
          </label>
        ))}
      </fieldset>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div>
        <Button type="submit" disabled={isBusy || url.trim() === '' || events.length === 0}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
