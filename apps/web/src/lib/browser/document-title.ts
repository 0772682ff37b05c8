import { useEffect } from 'react'

/** Names the page in the tab: 'Stream Key · Waggle'. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Waggle` : 'Waggle'
  }, [title])
}
