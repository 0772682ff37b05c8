import { liveAlertMessages as texts } from '../../texts/viewer/channel/live-alert-messages.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { alerts } from './alert-store.ts'
import { changeAlert } from './change-alert.ts'
import { pushAlerts, updatePush } from './push/push-alerts.ts'

/** Switches the alert of a channel on or off, and says in a sentence what is so now. */
export async function toggleAlert(channel: string): Promise<void> {
  if (alerts.getState().channels.includes(channel)) {
    changeAlert(channel, false)
    toast(texts.stopped(channel))
    await updatePush()
  } else if (await requestPermission()) {
    changeAlert(channel, true)
    toast((await pushAlerts()) ? texts.willNotify(channel) : texts.willNotifyWhileOpen(channel))
  } else {
    toast(texts.blocked, 'error')
  }
}

/** Asks for the permission, which browsers allow only after a press. A browser without notifications shows the site's own. */
async function requestPermission(): Promise<boolean> {
  if (!('Notification' in globalThis)) return true
  if (Notification.permission !== 'default') return Notification.permission === 'granted'
  return (await Notification.requestPermission()) === 'granted'
}
