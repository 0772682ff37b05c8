import type { WebhookDelivery } from '@waggle/contract/webhooks/endpoints'
import { api } from '../../lib/api/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import styles from './webhooks.module.css'

const refreshMs = 2000

/** The recent deliveries of a webhook, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { data, error } = useSessionQuery({
    queryKey: ['webhook-deliveries', webhookId],
    refetchInterval: refreshMs,
    request: (token, signal) => api('listWebhookDeliveries', { params: { webhookId }, token, signal }),
  })
  if (!data) return <Awaiting label={texts.loading} failure={error && texts.deliveriesFailed} />
  if (data.deliveries.length === 0) return <p className={styles.text}>{texts.noDeliveries}</p>
  return (
    <ol
      className={styles.deliveries}
      aria-label={texts.deliveries}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {data.deliveries.map((delivery) => (
        <li key={delivery.id} className={styles.delivery}>
          <span>{delivery.event === 'test' ? texts.testEvent : texts.events[delivery.event]}</span>
          <span className={styles[delivery.state]}>{texts.states[delivery.state]}</span>
          <span className={styles.detail}>
            {detailsOf(delivery).map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

function detailsOf({ createdAt, attempts, status, problem, nextAttemptAt }: WebhookDelivery): string[] {
  return [
    formatDateTime(createdAt),
    attempts > 0 && texts.attempts(attempts),
    status !== null && texts.status(status),
    problem && texts.problems[problem],
    attempts > 0 && nextAttemptAt !== null && texts.next(formatDateTime(nextAttemptAt)),
  ].filter((detail): detail is string => typeof detail === 'string')
}
