import { Bell, BellRing } from 'lucide-react'
import { liveAlertTexts as texts } from '../../texts/viewer/channel/live-alerts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useAlert } from './use-alert.ts'

/** Switches the alert for a channel that goes live on and off. Where it can come only while the site is open, a second short line says so. */
export function AlertButton({ channel }: { channel: string }) {
  const { isOn, isOnlyWhileOpen, toggle } = useAlert(channel)
  return (
    <Button onClick={() => void toggle()}>
      {isOn ? <BellRing size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
      {isOn ? (
        texts.stop
      ) : (
        <span>
          {texts.notify} {isOnlyWhileOpen && <small>{texts.whileOpen}</small>}
        </span>
      )}
    </Button>
  )
}
