import { loadScript } from '../../lib/browser/load-script.ts'
import { useSite } from '../../lib/site.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { siteTexts } from '../../texts/site.ts'
import { toast } from '../../ui/surfaces/toast.tsx'
import { alerts } from './alert-store.ts'

/** Whether the user has switched the channel's alert on, whether it can come only while the site is open, and a call that switches it. */
export function useAlert(channel: string): { isOn: boolean; isOnlyWhileOpen: boolean; toggle: () => Promise<void> } {
  const isOn = useStore(alerts, ({ channels }) => channels.includes(channel))
  const site = useSite()
  return {
    isOn,
    // On iPhones, only sites on the home screen have a push manager.
    isOnlyWhileOpen: site?.push === false || !('PushManager' in globalThis),
    toggle: () =>
      loadScript(() => import('./toggle-alert.ts')).then(
        ({ toggleAlert }) => toggleAlert(channel),
        () => toast(siteTexts.overlayFailed, 'error'),
      ),
  }
}
