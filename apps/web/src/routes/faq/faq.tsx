import { CircleQuestionMark } from 'lucide-react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Coming } from '../coming/coming.tsx'

export function Faq() {
  useDocumentTitle('FAQ')
  return (
    <Coming title="FAQ" icon={<CircleQuestionMark size={34} />}>
      Answers to what viewers and streamers ask most are being written.
    </Coming>
  )
}
