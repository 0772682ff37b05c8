import type { Webhook } from '@waggle/contract/webhooks/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import styles from './webhooks.module.css'

/** One webhook: its events, its actions and its recent deliveries. */
export function WebhookCard({
  webhook,
  onChanged,
  onSecret,
  onRemoved,
}: {
  webhook: Webhook
  onChanged: () => void
  onSecret: (secret: string) => void
  onRemoved: () => void
}) {
  const [confirming, setConfirming] = useState<'remove' | 'renew'>()
  const [areDeliveriesOpen, setDeliveriesOpen] = useState(false)
  const params = { webhookId: webhook.id }
  const common = {
    failed: texts.changeFailed,
    onFailure: (sentence: string) => toast(sentence, 'error'),
    onSettled: onChanged,
  }
  const activation = useSessionMutation<boolean>({
    ...common,
    send: ({ token, input }) => api('updateWebhook', { params, body: { isActive: input }, token }),
  })
  const test = useSessionMutation({
    ...common,
    send: ({ token }) => api('testWebhook', { params, token }),
    onDone: () => toast(texts.testSent),
  })
  const renewal = useSessionMutation({
    ...common,
    send: ({ token }) => api('renewWebhookSecret', { params, token }),
    onDone: ({ secret }) => onSecret(secret),
  })
  const removal = useSessionMutation({
    ...common,
    send: ({ token }) => api('deleteWebhook', { params, token }),
    onDone() {
      onRemoved()
      toast(texts.removed)
    },
  })

  function confirm(action: 'remove' | 'renew'): void {
    setConfirming(undefined)
    if (action === 'remove') removal.run()
    else renewal.run()
  }

  return (
    <article className={styles.card} aria-label={webhook.url}>
      <p className={styles.url}>{webhook.url}</p>
      <p className={styles.text}>{webhook.events.map((event) => texts.events[event]).join(' · ')}</p>
      <Switch
        label={texts.active}
        accessibleName={texts.activeOf(webhook.url)}
        isOn={webhook.isActive}
        onChange={activation.run}
      />
      <div className={styles.buttons}>
        <Button
          disabled={!webhook.isActive}
          onClick={() => {
            setDeliveriesOpen(true)
            test.run()
          }}
        >
          {texts.test}
        </Button>
        <Button aria-expanded={areDeliveriesOpen} onClick={() => setDeliveriesOpen(!areDeliveriesOpen)}>
          {texts.deliveries}
        </Button>
        <Button onClick={() => setConfirming('renew')}>{texts.renew}</Button>
        <Button kind="cautious" onClick={() => setConfirming('remove')}>
          {texts.remove}
        </Button>
      </div>
      {areDeliveriesOpen && <Deliveries webhookId={webhook.id} />}
      {confirming && (
        <Modal title={texts[confirming]} onClose={() => setConfirming(undefined)}>
          <div className={styles.form}>
            <p className={styles.url}>
              {confirming === 'remove' ? texts.removeQuestion(webhook.url) : texts.renewQuestion}
            </p>
            <div className={styles.buttons}>
              <Button kind={confirming === 'remove' ? 'danger' : 'primary'} onClick={() => confirm(confirming)}>
                {texts[confirming]}
              </Button>
              <Button onClick={() => setConfirming(undefined)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </article>
  )
}
