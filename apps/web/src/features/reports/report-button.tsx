import { Flag } from 'lucide-react'
import { useSession } from '../../session/session.tsx'
import { watchTexts } from '../../texts/viewer/watch.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import type { Reportable } from './reportable.ts'
import { useReport } from './use-report.tsx'

/** Nobody reports themselves. */
export function ReportButton({ thing }: { thing: Reportable }) {
  const { user } = useSession()
  const { report, dialog } = useReport()
  if (user === thing.username) return null
  return (
    <>
      <IconButton label={watchTexts.report} onClick={() => report(thing)}>
        <Flag size={16} aria-hidden="true" />
      </IconButton>
      {dialog}
    </>
  )
}
