// The service worker that shows alerts while the site is closed (rule ALERT-5). It has no `fetch` handler and stores nothing, so it cannot
// show an old site. The build makes it one file, /alerts.js.
import { channelInQuery, pagePaths } from '@waggle/contract/pages/page-addresses'
import type { PushMessage } from '@waggle/contract/push/message'

interface PushEvent extends ExtendableEvent {
  data: { json(): PushMessage } | null
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WindowClient {
  url: string
  /** Frames are in other pages. */
  frameType: string
  visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}
/** The part of ServiceWorkerGlobalScope that is used: the types of pages and of workers cannot be in one project. */
interface Scope {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
interface Events {
  install: ExtendableEvent
  activate: ExtendableEvent
  push: PushEvent
  notificationclick: NotificationEvent
}

/** Where a viewer looks around. On the others one works, or they are windows of their own, and an alert leads none of them away. */
const viewersPages: readonly string[] = [
  pagePaths.home,
  pagePaths.directory,
  pagePaths.following,
  pagePaths.faq,
  pagePaths.watch,
]

const scope = self as unknown as Scope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
// A page can be led elsewhere only by the worker that has it.
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as PushMessage).path))
})

async function show(message: PushMessage): Promise<void> {
  const { title, body, icon, tag, path } = message
  const pages = await openPages()
  if (pages.some((page) => page.visibilityState === 'visible' && shows(page, path))) return
  await scope.registration.showNotification(title, { body, icon, tag, data: message })
}

async function open(path: string): Promise<void> {
  const pages = await openPages()
  const showing = pages.find((page) => shows(page, path))
  const page = showing ?? pages.find(({ url }) => viewersPages.includes(new URL(url).pathname))
  if (!page) return void (await scope.clients.openWindow(path))
  // A browser may refuse the focus, and the page is there all the same.
  await page.focus().catch(() => undefined)
  if (!showing) await page.navigate(path)
}

async function openPages(): Promise<WindowClient[]> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter(({ frameType }) => frameType === 'top-level')
}

/** Whether the page shows the channel at this address. */
function shows({ url }: WindowClient, path: string): boolean {
  const [shown, asked] = [new URL(url), new URL(path, url)]
  return shown.pathname === asked.pathname && channelInQuery(shown.searchParams) === channelInQuery(asked.searchParams)
}
