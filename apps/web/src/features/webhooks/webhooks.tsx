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

/** Addresses that are told what happens on the channel. */
export function Webhooks({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['webhooks', user]
  const [made, setMade] = useState<{ of: Pick<Webhook, 'id' | 'url'>; secret: string }>()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    ask: (token, signal) => api('listWebhooks', { token, signal }),
  })
  const changed = () => void queries.invalidateQueries({ queryKey })

  return (
    <Panel title={texts.heading}>
      <p className={styles.text}>{texts.about}</p>
      {!data && <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />}
      {data && !data.isEnabled && <p className={styles.text}>{texts.off}</p>}
      {made && (
        <CopyField
          label={texts.secret}
          hint={texts.secretHint(made.of.url)}
          value={made.secret}
          copiedText={texts.copied}
        />
      )}
      {data?.isEnabled && (
        <>
          {data.webhooks.length === 0 && <p className={styles.text}>{texts.none}</p>}
          {data.webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              onChanged={changed}
              onSecret={(secret) => setMade({ of: webhook, secret })}
              onRemoved={() => setMade((made) => (made?.of.id === webhook.id ? undefined : made))}
            />
          ))}
          <WebhookForm
            onCreated={(of, secret) => {
              setMade({ of, secret })
              changed()
            }}
          />
        </>
      )}
    </Panel>
  )
}
