import { reportTexts as texts } from '../../texts/operating/report.ts'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { ReportForm } from './report-form.tsx'
import type { Reportable } from './reportable.ts'

/** Asks what is wrong with something, over the page that shows it (rule OPERATE-6). */
export function ReportDialog({ thing, onClose }: { thing: Reportable; onClose: () => void }) {
  return (
    <Modal title={texts.titles[thing.kind](thing.username)} onClose={onClose}>
      <ReportForm thing={thing} onDone={onClose} onCancel={onClose} />
    </Modal>
  )
}
