import { Compass } from 'lucide-react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { Coming } from '../coming/coming.tsx'

export function Directory() {
  useDocumentTitle('Stream Directory')
  return (
    <Coming title="Stream Directory" icon={<Compass size={34} />}>
      Searching, filtering and sorting of all live streams is being built.
    </Coming>
  )
}
