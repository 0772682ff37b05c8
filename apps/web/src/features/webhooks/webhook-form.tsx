import { limits } from '@waggle/contract/limits'
import type { Webhook } from '@waggle/contract/webhooks/endpoints'
import { type WebhookEvent, webhookEvents } from '@waggle/contract/webhooks/events'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import styles from './webhooks.module.css'

/** Creates a webhook. `onCreated` receives the secret, which the server sends only this once. */
export function WebhookForm({ onCreated }: { onCreated: (webhook: Webhook, secret: string) => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const { run, isBusy, failure, refusal, clearFailure } = useSessionMutation({
    send: ({ token }) => api('createWebhook', { body: { url, events: [...events] }, token }),
    failed: texts.changeFailed,
    onDone({ webhook, secret }) {
      setUrl('')
      onCreated(webhook, secret)
    },
  })

  const isAddressWrong = refusal === 'webhook_address_refused'

  function create(event: FormEvent): void {
    event.preventDefault()
    run()
  }

  return (
    <form className={styles.form} onSubmit={create}>
      <Field label={texts.address} hint={texts.addressHint} mistake={isAddressWrong && failure}>
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
              clearFailure()
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
      {failure !== undefined && !isAddressWrong && <ErrorMessage>{failure}</ErrorMessage>}
      <div>
        <Button type="submit" disabled={isBusy || url.trim() === '' || events.length === 0}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
