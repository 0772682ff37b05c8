import { useQueryClient } from '@tanstack/react-query'
import type { Webhook as StoredWebhook } from '@waggle/contract/webhooks/endpoints'
import { Unplug, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Beside } from '../../ui/surfaces/beside.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { ExampleRequest } from './example-request.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'

/** The channel's webhooks and the form for another one. */
export function Webhooks({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['webhooks', user]
  const [shownSecret, setShownSecret] = useState<{ webhook: Pick<StoredWebhook, 'id' | 'url'>; secret: string }>()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('listWebhooks', { token, signal }),
  })
  const refresh = () => void queries.invalidateQueries({ queryKey })

  return (
    <Beside aside={<ExampleRequest user={user} />}>
      <Panel isMain title={texts.heading}>
        <p className={styles.text}>{texts.about}</p>
        {!data && <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />}
        {data && !data.isEnabled && (
          <Notice title={texts.off} level={2} icon={<Unplug size={28} />}>
            {texts.offHint}
          </Notice>
        )}
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
            {data.webhooks.length === 0 && (
              <Notice title={texts.none} level={2} icon={<Webhook size={28} />}>
                {texts.noneHint}
              </Notice>
            )}
            {data.webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                onChanged={refresh}
                onSecret={(secret) => setShownSecret({ webhook, secret })}
                onRemoved={() => setShownSecret((shown) => (shown?.webhook.id === webhook.id ? undefined : shown))}
              />
            ))}
            <h3 className={styles.add}>{texts.addHeading}</h3>
            <WebhookForm
              onCreated={(webhook, secret) => {
                setShownSecret({ webhook, secret })
                refresh()
              }}
            />
          </>
        )}
      </Panel>
    </Beside>
  )
}
