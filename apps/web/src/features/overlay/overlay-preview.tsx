import type { OverlaySettings } from '@waggle/contract/overlay/endpoints'
import type { OverlayTheme } from '@waggle/contract/overlay/themes'
import { type ReactNode, useEffect, useRef } from 'react'
import { atServer } from '../../lib/server-addresses.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import styles from './overlay.module.css'
import { commonCanvas } from './overlay-scale.ts'
import { OverlayView } from './overlay-view.tsx'

/**
 * The overlay over a scene of the common size, made as low as its place; on a phone the left of it, where the overlay is. While the
 * channel is live it is over the picture and has the messages of that moment; otherwise both are samples.
 */
export function OverlayPreview({
  settings,
  theme,
  goalCount,
  picture,
  chat,
}: {
  settings: OverlaySettings
  theme: OverlayTheme | undefined
  goalCount: number
  picture: string | null
  chat: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const scene = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const fit = ([entry]: ResizeObserverEntry[]) => {
      if (entry) scene.current?.style.setProperty('scale', `${entry.contentRect.height / commonCanvas.height}`)
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(place.current)
    return () => sizes.disconnect()
  }, [])
  const tip = { id: 0, kind: 'tip' as const, username: 'bob', amount: '5.000 HBD', message: texts.sampleThanks }
  const follower = { id: 1, kind: 'follower' as const, username: 'carol' }
  return (
    <section aria-label={texts.preview}>
      <h3 className={styles.previewTitle}>{chat ? texts.livePreview : texts.preview}</h3>
      <div ref={place} className={styles.preview}>
        {picture !== null && <img className={styles.picture} src={atServer(picture)} alt="" />}
        <div ref={scene} className={styles.scene} style={commonCanvas}>
          <OverlayView
            settings={settings}
            theme={theme}
            size={commonCanvas}
            goalCount={goalCount}
            alert={settings.tips ? tip : settings.followers ? follower : undefined}
            chat={
              chat || (
                <div className={styles.sample}>
                  {texts.sampleMessages.map(([name, text]) => (
                    <p key={name}>
                      <strong>{name}</strong>: {text}
                    </p>
                  ))}
                </div>
              )
            }
          />
        </div>
      </div>
    </section>
  )
}
