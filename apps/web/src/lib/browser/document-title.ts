import { useEffect } from 'react'
import { useSiteName } from '../site.ts'

/** Sets the title of the tab: 'Stream Key · Waggle'. */
export function useDocumentTitle(title: string | undefined): void {
  const siteName = useSiteName()
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : siteName
  }, [title, siteName])
}
