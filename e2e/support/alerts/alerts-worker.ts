import type { BrowserContext, Page } from 'playwright-core'

type Shown = NotificationOptions & { title: string }

/** The service worker of the site, which gets real push events. What it shows is recorded, as Chromium without windows shows nothing. */
export async function openAlertsWorker(context: BrowserContext, page: Page) {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  const origin = new URL(worker.url()).origin
  await worker.evaluate(() => {
    const shown: Shown[] = []
    Object.assign(globalThis, { shown })
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      shown.push({ ...options, title })
    }
  })
  const devtools = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return {
    worker,
    async deliver(data: string) {
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: await registrationId,
        data,
      })
    },
    shown: () =>
      worker.evaluate(() => (globalThis as unknown as { shown: { title: string; body: string; tag: string }[] }).shown),
    /** A press on the notification that was shown last. */
    click: () =>
      worker.evaluate(async () => {
        const { shown } = globalThis as unknown as { shown: Shown[] }
        let work: Promise<unknown> | undefined
        const event = Object.assign(new Event('notificationclick'), {
          notification: { ...shown.at(-1), close: () => undefined },
          // A made event keeps no worker alive, and throws.
          waitUntil: (promise: Promise<unknown>) => {
            work = promise
          },
        })
        dispatchEvent(event)
        await work
      }),
  }
}
