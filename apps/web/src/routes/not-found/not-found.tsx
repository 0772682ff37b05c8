import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { siteTexts as texts } from '../../texts/site.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { DeadEnd } from './dead-end.tsx'

/** The page of an address that no page has (rule SHELL-9). */
export function NotFound() {
  useDocumentTitle(texts.pageNotFound)
  return (
    <DeadEnd
      title={texts.pageNotFound}
      icon={<SearchX size={34} />}
      action={
        <Link href={pagePaths.home} className={buttonClass('primary')}>
          {texts.backToHome}
        </Link>
      }
    >
      {texts.pageNotFoundHint}
    </DeadEnd>
  )
}
