import type { Webhook } from '@waggle/contract/webhooks/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { sentenceOf } from '../../lib/api/api-error.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { webhookTexts as texts } from '../../texts/streamer/webhooks.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import styles from './webhooks.module.css'

/** One address: what it is told, what can be done about it, and what was sent to it. */
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
  const session = useSessionStore()
  const token = useSession().token ?? ''
  const [asking, setAsking] = useState<'remove' | 'renew'>()
  const [isOpen, setOpen] = useState(false)
  const params = { webhookId: webhook.id }

  async function run(call: () => Promise<unknown>, done = ''): Promise<void> {
    setAsking(undefined)
    try {
      await call()
      if (done !== '') toast(done)
    } catch (error) {
      session.endIfRefused(error)
      toast(sentenceOf(error, texts.changeFailed), 'error')
    }
    onChanged()
  }

  const remove = () =>
    run(async () => {
      await api('deleteWebhook', { params, token })
      onRemoved()
    }, texts.removed)
  const renew = () => run(async () => onSecret((await api('renewWebhookSecret', { params, token })).secret))

  return (
    <article className={styles.card} aria-label={webhook.url}>
      <p className={styles.url}>{webhook.url}</p>
      <p className={styles.text}>{webhook.events.map((event) => texts.events[event]).join(' · ')}</p>
      <Switch
        label={texts.active}
        accessibleName={texts.activeOf(webhook.url)}
        isOn={webhook.isActive}
        onChange={(isActive) => void run(() => api('updateWebhook', { params, body: { isActive }, token }))}
      />
      <div className={styles.buttons}>
        <Button
          disabled={!webhook.isActive}
          onClick={() => {
            setOpen(true)
            void run(() => api('testWebhook', { params, token }), texts.testSent)
          }}
        >
          {texts.test}
        </Button>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.deliveries}
        </Button>
        <Button onClick={() => setAsking('renew')}>{texts.renew}</Button>
        <Button onClick={() => setAsking('remove')}>{texts.remove}</Button>
      </div>
      {isOpen && <Deliveries webhookId={webhook.id} />}
      {asking && (
        <Modal title={texts[asking]} onClose={() => setAsking(undefined)}>
          <div className={styles.form}>
            <p className={styles.url}>
              {asking === 'remove' ? texts.removeQuestion(webhook.url) : texts.renewQuestion}
            </p>
            <div className={styles.buttons}>
              <Button kind="primary" onClick={() => void (asking === 'remove' ? remove() : renew())}>
                {texts[asking]}
              </Button>
              <Button onClick={() => setAsking(undefined)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </article>
  )
}
