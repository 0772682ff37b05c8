import { useStore } from '../../lib/store/use-store.ts'
import { liveAlertTexts as texts } from '../../texts/viewer/channel/live-alerts.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { alerts } from './alert-store.ts'

/** Whether the user has switched the channel's alert on, and a call that switches it. */
export function useAlert(channel: string): { isOn: boolean; toggle: () => Promise<void> } {
  const isOn = useStore(alerts, ({ channels }) => channels.includes(channel))
  return {
    isOn,
    async toggle() {
      if (isOn) {
        alerts.remove(channel)
        toast(texts.stopped(channel))
      } else if (await requestPermission()) {
        alerts.add(channel)
        toast(texts.willNotify(channel))
      } else {
        toast(texts.blocked, 'error')
      }
    },
  }
}

/** Asks for the permission, which browsers allow only after a press. A browser without notifications shows the site's own. */
async function requestPermission(): Promise<boolean> {
  if (!('Notification' in globalThis)) return true
  if (Notification.permission !== 'default') return Notification.permission === 'granted'
  return (await Notification.requestPermission()) === 'granted'
}
