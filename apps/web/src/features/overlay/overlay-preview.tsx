import type { OverlaySettings } from '@waggle/contract/overlay/endpoints'
import type { OverlayTheme } from '@waggle/contract/overlay/themes'
import { Maximize2, Minimize2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { atServer } from '../../lib/server-addresses.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import styles from './overlay.module.css'
import { commonCanvas } from './overlay-scale.ts'
import { OverlayView } from './overlay-view.tsx'

/**
 * The overlay over a scene of the common size, made as low as its place. On a phone a press makes it larger than its place, in which it
 * is then moved sideways. While the channel is live it is over the picture and has the messages of that moment; otherwise both are
 * samples.
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
  const [isLarge, setLarge] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const fit = ([entry]: ResizeObserverEntry[]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      const covering = Math.max(width / commonCanvas.width, height / commonCanvas.height)
      scene.current?.style.setProperty('scale', `${covering}`)
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(place.current)
    return () => sizes.disconnect()
  }, [])
  useEffect(() => {
    if (isLarge) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isLarge])
  const tip = { id: 0, kind: 'tip' as const, username: 'bob', amount: '5.000 HBD', message: texts.sampleThanks }
  const follower = { id: 1, kind: 'follower' as const, username: 'carol' }
  return (
    <section aria-label={texts.preview}>
      <h3 className={styles.previewTitle}>{chat ? texts.livePreview : texts.preview}</h3>
      <div className={styles.preview} data-large={isLarge || undefined}>
        <div ref={place} className={styles.place} tabIndex={isLarge ? 0 : undefined}>
          <div ref={scene} className={styles.scene} style={commonCanvas}>
            {picture !== null && <img className={styles.picture} src={atServer(picture)} alt="" />}
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
        <button
          type="button"
          className={styles.enlarge}
          aria-label={isLarge ? texts.reduce : texts.enlarge}
          onClick={() => setLarge(!isLarge)}
        >
          <span>
            {isLarge ? <Minimize2 size={18} aria-hidden="true" /> : <Maximize2 size={18} aria-hidden="true" />}
          </span>
        </button>
      </div>
    </section>
  )
}
