import { Heart } from 'lucide-react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Coming } from '../coming/coming.tsx'

export function Following() {
  useDocumentTitle('Following')
  return (
    <Coming title="Following" icon={<Heart size={34} />}>
      The channels you follow, live ones first, will be listed here.
    </Coming>
  )
}
