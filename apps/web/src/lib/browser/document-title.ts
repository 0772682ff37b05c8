import { useEffect } from 'react'

/** Sets the title of the tab: 'Stream Key · Waggle'. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Waggle` : 'Waggle'
  }, [title])
}
