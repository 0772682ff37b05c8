/** Runs in each page: permits notifications, which Chromium without windows always refuses, and records the titles of those that pages show. */
export function permitNotifications(): void {
  const notifications: string[] = []
  Object.assign(globalThis, { notifications })
  globalThis.Notification = class {
    constructor(title: string) {
      notifications.push(title)
    }
    static permission = 'granted'
  } as unknown as typeof Notification
}

/**
 * Runs in each page: subscribes with a push service at `url`, because Chromium without the keys of its maker reaches none. Without one, the
 * browser refuses. The subscription is kept in the storage of the profile.
 */
export function actAsPushBrowser({ url, keys }: { url: string | null; keys: { p256dh: string; auth: string } }): void {
  const name = 'test.subscription'
  if (!('PushManager' in globalThis)) return
  const fromStorage = () => {
    const { endpoint, key } = JSON.parse(localStorage.getItem(name) ?? 'null') ?? {}
    if (endpoint === undefined) return null
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    return {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(name)
        return true
      },
    }
  }
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      if (url === null) throw new DOMException('Registration failed - push service error', 'AbortError')
      const number = Number(localStorage.getItem('test.subscriptions') ?? 0) + 1
      localStorage.setItem('test.subscriptions', String(number))
      localStorage.setItem(name, JSON.stringify({ endpoint: `${url}/${number}`, key }))
      return fromStorage()
    },
    getSubscription: async () => fromStorage(),
  })
}
