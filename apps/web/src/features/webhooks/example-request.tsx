import { watchPath } from '@waggle/contract/pages/page-addresses'
import { type WebhookEvent, webhookEvents } from '@waggle/contract/webhooks/events'
import { BadgeCheck, ListChecks, Repeat2 } from 'lucide-react'
import { useState } from 'react'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { Points } from '../../ui/surfaces/points.tsx'
import styles from './webhooks.module.css'

/** A moment of the documentation (docs/webhooks.md). */
const at = Date.UTC(2026, 10, 21, 12)

const idStart: Record<WebhookEvent, string> = {
  'stream.live': 'live',
  'stream.ended': 'ended',
  follow: 'follow-bob',
  tip: 'tip',
}

/** What the server of a webhook receives, and what it has to do (docs/webhooks.md). */
export function ExampleRequest({ user }: { user: string }) {
  const [event, setEvent] = useState<WebhookEvent>('stream.live')
  const { signed, repeated, listed } = texts.points
  return (
    <Panel title={texts.example}>
      <Field label={texts.exampleOf}>
        {(control) => (
          <select {...control} value={event} onChange={({ target }) => setEvent(target.value as WebhookEvent)}>
            {webhookEvents.map((name) => (
              <option key={name} value={name}>
                {texts.events[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <section className={styles.example} aria-label={texts.exampleLabel}>
        <pre>{exampleOf(event, user)}</pre>
      </section>
      <Points
        points={[
          { key: 'signed', icon: BadgeCheck, title: signed[0], text: signed[1] },
          { key: 'repeated', icon: Repeat2, title: repeated[0], text: repeated[1] },
          { key: 'listed', icon: ListChecks, title: listed[0], text: listed[1] },
        ]}
      />
    </Panel>
  )
}

function exampleOf(event: WebhookEvent, user: string): string {
  const live = {
    streamId: 'k3f9x2m7q1w8e5r4t6y0',
    startedAt: at,
    title: texts.exampleTitle,
    category: null,
    language: 'en',
  }
  const own = {
    'stream.live': live,
    'stream.ended': { ...live, endedAt: at + 3_600_000, peakViewers: 42 },
    follow: { follower: 'bob', followedAt: at },
    tip: { sender: 'bob', amount: '1.250 HBD', message: texts.exampleMessage, streamId: live.streamId, sentAt: at },
  }
  const data = { channel: user, url: location.origin + watchPath(user), ...own[event] }
  const body = { type: event, timestamp: new Date(at).toISOString(), data }
  return [
    'POST /your/path HTTP/1.1',
    'content-type: application/json',
    `webhook-id: ${idStart[event]}-…`,
    `webhook-timestamp: ${at / 1000}`,
    'webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQ…',
    '',
    JSON.stringify(body, null, 2),
  ].join('\n')
}
