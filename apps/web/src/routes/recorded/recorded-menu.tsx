import { operatePath } from '@waggle/contract/pages/page-addresses'
import { Ellipsis, Flag, ShieldCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import type { Reportable } from '../../features/reports/reportable.ts'
import { useReport } from '../../features/reports/use-report.tsx'
import { useHasRights } from '../../session/operating-rights.ts'
import { useSession } from '../../session/session.tsx'
import { rightsTexts } from '../../texts/operating/rights.ts'
import { watchTexts } from '../../texts/viewer/watch.ts'
import { iconButtonClass } from '../../ui/forms/button.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'

type Items = ComponentProps<typeof Menu>['items']

/** What few want to do with a replay or a clip. Nobody reports themselves. */
export function RecordedMenu({ label, thing, items = [] }: { label: string; thing: Reportable; items?: Items }) {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const hasRights = useHasRights(user)
  const { report, dialog } = useReport()
  const { username } = thing
  const all: Items = [
    ...items,
    ...(user === username
      ? []
      : [
          {
            key: 'report',
            label: watchTexts.report,
            icon: <Flag size={18} aria-hidden="true" />,
            onSelect: () => report(thing),
          },
        ]),
    ...(hasRights
      ? [
          {
            key: 'operate',
            label: rightsTexts.account(username),
            icon: <ShieldCheck size={18} aria-hidden="true" />,
            onSelect: () => navigate(operatePath({ account: username })),
          },
        ]
      : []),
  ]
  if (all.length === 0) return null
  return (
    <>
      <Menu label={label} buttonClassName={iconButtonClass} items={all}>
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
      {dialog}
    </>
  )
}
