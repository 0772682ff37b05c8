import { operatePath } from '@waggle/contract/pages/page-addresses'
import { Bell, BellRing, Ellipsis, Flag, ShieldCheck } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAlert } from '../../../features/live-alerts/use-alert.ts'
import { useReport } from '../../../features/reports/use-report.tsx'
import { useHasRights } from '../../../session/operating-rights.ts'
import { useSession } from '../../../session/session.tsx'
import { rightsTexts } from '../../../texts/operating/rights.ts'
import { liveAlertTexts } from '../../../texts/viewer/channel/live-alerts.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { iconButtonClass } from '../../../ui/forms/button.tsx'
import { Menu } from '../../../ui/surfaces/menu.tsx'

/** What fewer viewers want of a channel: an alert, a report, and for who runs the site its account. */
export function MoreMenu({ channel, streamId }: { channel: string; streamId: string | null }) {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const hasRights = useHasRights(user)
  const { isOn, toggle } = useAlert(channel)
  const { report, dialog } = useReport()
  return (
    <>
      <Menu
        label={texts.more}
        buttonClassName={iconButtonClass}
        items={[
          {
            key: 'alert',
            label: isOn ? liveAlertTexts.stop : liveAlertTexts.notify,
            hint: isOn ? undefined : liveAlertTexts.whileOpen,
            icon: isOn ? <BellRing size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />,
            onSelect: () => void toggle(),
          },
          {
            key: 'report',
            label: texts.report,
            icon: <Flag size={18} aria-hidden="true" />,
            onSelect: () =>
              report(
                streamId === null
                  ? { kind: 'account', username: channel }
                  : { kind: 'broadcast', username: channel, streamId },
              ),
          },
          ...(hasRights
            ? [
                {
                  key: 'operate',
                  label: rightsTexts.account(channel),
                  icon: <ShieldCheck size={18} aria-hidden="true" />,
                  onSelect: () => navigate(operatePath({ account: channel })),
                },
              ]
            : []),
        ]}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
      {dialog}
    </>
  )
}
