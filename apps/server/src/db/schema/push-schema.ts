/** The tables of alerts to browsers. No account is stored with a subscription: who follows whom by it is not known. */
export interface PushDatabase {
  push_subscriptions: {
    /** The hash of the address. */
    id: string
    /** The address at a push service. It is a secret of the browser: whoever has it can send to it. */
    endpoint: string
    /** The push service that it belongs to. */
    service: string
    p256dh: string
    auth: string
    language: string
    /** Which master key the subscription's key of the site was derived from. */
    key_fingerprint: string
    created_at_ms: number
    renewed_at_ms: number
  }
  push_channels: { channel: string; subscription_id: string }
  /** One row for each broadcast that was told of, or that was not because its channel had another one shortly before. */
  push_announcements: { broadcast_id: string; channel: string; announced_at_ms: number; is_told: number }
  /** What is to be sent. A row is deleted once its message was sent, or will not be. */
  push_deliveries: {
    broadcast_id: string
    subscription_id: string
    /** That of the subscription. */
    service: string
    attempts: number
    /** A process that advances this time owns the row until then. */
    next_attempt_at_ms: number
    created_at_ms: number
  }
}
