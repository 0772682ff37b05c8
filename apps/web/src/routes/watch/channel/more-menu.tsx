import type { StreamInfo } from '@waggle/contract/endpoints'
import { operatePath } from '@waggle/contract/pages/page-addresses'
import { Bell, BellRing, Ellipsis, Flag, ShieldCheck } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAlert } from '../../../features/live-alerts/use-alert.ts'
import { useReport } from '../../../features/reports/use-report.tsx'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { useHasRights } from '../../../session/operating-rights.ts'
import { useSession } from '../../../session/session.tsx'
import { rightsTexts } from '../../../texts/operating/rights.ts'
import { liveAlertTexts } from '../../../texts/viewer/channel/live-alerts.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { IconButton, iconButtonClass } from '../../../ui/forms/button.tsx'
import { Menu } from '../../../ui/surfaces/menu.tsx'

/** What fewer viewers want of a channel: an alert, a report, and for who runs the site its account. */
export function MoreMenu({ stream: { username: channel, isLive, streamId } }: { stream: StreamInfo }) {
  const isWide = useMedia('(width > 1000px)')
  const hasBell = isLive && isWide
  const { user } = useSession()
  const [, navigate] = useLocation()
  const hasRights = useHasRights(user)
  const { isOn, isOnlyWhileOpen, toggle } = useAlert(channel)
  const { report, dialog } = useReport()
  const alertLabel = isOn ? liveAlertTexts.stop : liveAlertTexts.notify
  const BellSign = isOn ? BellRing : Bell
  return (
    <>
      {hasBell && (
        <IconButton label={alertLabel} onClick={() => void toggle()}>
          <BellSign size={20} fill={isOn ? 'currentColor' : 'none'} aria-hidden="true" />
        </IconButton>
      )}
      <Menu
        label={texts.more}
        buttonClassName={iconButtonClass}
        items={[
          ...(hasBell
            ? []
            : [
                {
                  key: 'alert',
                  label: alertLabel,
                  hint: !isOn && isOnlyWhileOpen ? liveAlertTexts.whileOpen : undefined,
                  icon: <BellSign size={18} aria-hidden="true" />,
                  onSelect: () => void toggle(),
                },
              ]),
          {
            key: 'report',
            label: texts.report,
            icon: <Flag size={18} aria-hidden="true" />,
            onSelect: () =>
              report(
                !isLive || streamId === null
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
