import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export function NotFound() {
  useDocumentTitle('Page not found')
  return (
    <Notice
      title="Page not found"
      icon={<SearchX size={34} />}
      action={
        <Link href={paths.home} className={buttonClass('primary')}>
          Back to the hive
        </Link>
      }
    >
      No dance leads to this address. The page may have moved, or the link has a slip in it.
    </Notice>
  )
}
