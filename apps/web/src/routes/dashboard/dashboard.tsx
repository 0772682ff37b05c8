import { LayoutDashboard } from 'lucide-react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Coming } from '../coming/coming.tsx'

export function Dashboard() {
  useDocumentTitle('Streamer Dashboard')
  return (
    <Coming title="Streamer Dashboard" icon={<LayoutDashboard size={34} />}>
      Preview, live statistics and settings of your channel will be here.
    </Coming>
  )
}
