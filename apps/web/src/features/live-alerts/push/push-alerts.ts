import { api } from '../../../lib/api/api.ts'
import { base64url } from '../../../lib/base64url.ts'
import { allowWorker } from '../../../lib/browser/workers/trusted-worker.ts'
import { createPreferenceStore } from '../../../lib/store/preference-store.ts'
import { language } from '../../../texts/language/language.ts'
import { alerts } from '../alert-store.ts'

const workerPath = '/alerts.js'
const renewalIntervalMs = 24 * 60 * 60_000
/** After a call that failed. */
const retryIntervalMs = 10 * 60_000
/** A push service that does not answer must not keep the visitor waiting for a sentence. */
const timeoutMs = 20_000

/** Whether the site knows the whole list, and when it was last told. */
const told = createPreferenceStore({
  key: 'waggle.push',
  defaults: { isKnown: false, atMs: 0 },
  storage: () => localStorage,
})
/** One after the other, so that the list that arrives last is the newest. */
let last: Promise<unknown> = Promise.resolve()

/** Tells the site of all alerts of this browser. Resolves with whether they arrive while the site is closed. */
export function pushAlerts(): Promise<boolean> {
  const saving = last.then(save)
  last = saving
  return saving
}

/** The same where the visitor has pressed the button for alerts before: nobody else is subscribed. */
export async function updatePush(): Promise<void> {
  if (await findRegistration()) await pushAlerts()
}

/** Tells the site again once a day: its key or this browser's address may be another one by now. */
export async function renewPush(): Promise<void> {
  const { isKnown, atMs } = told.getState()
  const sinceMs = Date.now() - atMs
  if (sinceMs < 0 || sinceMs > (isKnown ? renewalIntervalMs : retryIntervalMs)) await updatePush()
}

/** Whether the site tells this browser of all its alerts. */
export async function isPushed(): Promise<boolean> {
  if (!told.getState().isKnown) return false
  return ((await (await findRegistration())?.pushManager.getSubscription()) ?? null) !== null
}

async function save(): Promise<boolean> {
  told.setState({ isKnown: false, atMs: Date.now() })
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) return false
  try {
    if (alerts.getState().channels.length === 0) {
      await unsubscribe()
      return false
    }
    const { publicKey } = await api('getPushKey')
    if (publicKey === null) return false
    await send(await subscribe(publicKey), publicKey)
    told.setState({ isKnown: true })
    return true
  } catch {
    // A browser without a push service, or a site that has too many. Pages tell of alerts all the same.
    return false
  }
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  allowWorker(workerPath)
  const isKnown = (await findRegistration()) !== undefined
  const registration = await navigator.serviceWorker.register(workerPath)
  try {
    return await inTime(subscribeAnew(publicKey))
  } catch (error) {
    // Private windows refuse, and so do browsers that were built without a push service: they are asked again at the next press.
    if (!isKnown) await registration.unregister()
    throw error
  }
}

async function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && keyOf(known) === publicKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function unsubscribe(): Promise<void> {
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) {
    // The push service tells the site of a subscription that has ended, if this does not arrive.
    await send(subscription, keyOf(subscription)).catch(() => undefined)
    await subscription.unsubscribe()
  }
  await registration?.unregister()
}

async function send(subscription: PushSubscription, publicKey: string): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const channels = [...alerts.getState().channels]
  await api('savePushSubscription', { body: { endpoint, p256dh, auth, publicKey, language, channels } })
}

function findRegistration(): Promise<ServiceWorkerRegistration | undefined> | undefined {
  return navigator.serviceWorker?.getRegistration(workerPath)
}

function keyOf({ options }: PushSubscription): string {
  return base64url(new Uint8Array(options.applicationServerKey ?? new ArrayBuffer()))
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The push service did not answer in time')), timeoutMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
