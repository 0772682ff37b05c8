import { useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '@waggle/contract/webhooks/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'

/** The channel's webhooks and the form for another one. */
export function Webhooks({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['webhooks', user]
  const [shownSecret, setShownSecret] = useState<{ webhook: Pick<Webhook, 'id' | 'url'>; secret: string }>()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('listWebhooks', { token, signal }),
  })
  const refresh = () => void queries.invalidateQueries({ queryKey })

  return (
    <Panel title={texts.heading}>
      <p className={styles.text}>{texts.about}</p>
      {!data && <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />}
      {data && !data.isEnabled && <p className={styles.text}>{texts.off}</p>}
      {shownSecret && (
        <CopyField
          label={texts.secret}
          hint={texts.secretHint(shownSecret.webhook.url)}
          value={shownSecret.secret}
          copiedText={texts.copied}
          isSecret
        />
      )}
      {data?.isEnabled && (
        <>
          {data.webhooks.length === 0 && <p className={styles.text}>{texts.none}</p>}
          {data.webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              onChanged={refresh}
              onSecret={(secret) => setShownSecret({ webhook, secret })}
              onRemoved={() => setShownSecret((shown) => (shown?.webhook.id === webhook.id ? undefined : shown))}
            />
          ))}
          <WebhookForm
            onCreated={(webhook, secret) => {
              setShownSecret({ webhook, secret })
              refresh()
            }}
          />
        </>
      )}
    </Panel>
  )
}
