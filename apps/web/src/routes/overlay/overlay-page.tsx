import { overlayThemeInQuery } from '@waggle/contract/overlay/themes'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { Chat } from '../../features/chat/chat.tsx'
import { Overlay } from '../../features/overlay/overlay.tsx'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import styles from './overlay-page.module.css'

/** The page for a browser source in broadcasting software: only the overlay. */
export function OverlayPage() {
  const { secret = '' } = useParams<{ secret: string }>()
  const [search] = useSearchParams()
  useDocumentTitle(texts.heading)

  useEffect(() => {
    document.documentElement.classList.add('transparent-page')
    return () => document.documentElement.classList.remove('transparent-page')
  }, [])

  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">{texts.heading}</h1>
      <Overlay
        key={secret}
        secret={secret}
        theme={overlayThemeInQuery(search)}
        renderChat={(channel) => <Chat channel={channel} variant="overlay" renderActions={() => null} />}
      />
    </main>
  )
}
