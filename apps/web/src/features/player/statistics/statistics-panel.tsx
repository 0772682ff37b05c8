import { Copy, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { siteTexts } from '../../../texts/site.ts'
import { statisticsTexts as texts } from '../../../texts/viewer/player/statistics.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import type { Playback } from '../engines/playback.ts'
import { bufferedAhead } from '../media/buffered-ahead.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { StallCause } from '../stalls/stall-cause.ts'
import styles from './statistics.module.css'
import { statisticsRows } from './statistics-rows.ts'

const intervalMs = 1000

/**
 * Technical figures of playback, updated every second; viewers can copy them into a support request. They lie over the picture, and on
 * a phone in a sheet.
 */
export function StatisticsPanel({
  streamId,
  media,
  playback,
  video,
  cause,
  onClose,
}: {
  streamId: string
  media: MediaStore
  playback: Playback
  video: HTMLVideoElement
  cause: StallCause | null
  onClose: () => void
}) {
  const [, setTicks] = useState(0)
  const list = useRef<HTMLDListElement>(null)
  const sheetAnchor = useRef(null)
  const isSheet = useIsPhone()
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), intervalMs)
    return () => clearInterval(timer)
  }, [])

  const rows = statisticsRows({
    streamId,
    video,
    pixelRatio: devicePixelRatio,
    frames: video.getVideoPlaybackQuality(),
    bufferedSeconds: bufferedAhead(video),
    measure: playback.measure(),
    media: media.getState(),
    cause: cause ?? 'unknown',
  })

  async function copy(): Promise<void> {
    const lines = [location.href, navigator.userAgent, ...rows.map(([label, value]) => `${label}: ${value}`)]
    if (await copyText(lines.join('\n'), null)) toast(texts.copied)
    else {
      if (list.current) getSelection()?.selectAllChildren(list.current)
      toast(siteTexts.copyFailed, 'error')
    }
  }

  const figures = (
    <dl ref={list} className={styles.rows}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  if (isSheet) {
    return (
      <Popover title={texts.title} anchor={sheetAnchor} onClose={onClose}>
        <div className={styles.sheet}>
          {figures}
          <Button onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            {siteTexts.copy}
          </Button>
        </div>
      </Popover>
    )
  }
  return (
    <section className={styles.panel} aria-label={texts.title}>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
          {siteTexts.copy}
        </button>
        <button type="button" className={styles.button} aria-label={texts.close} title={texts.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      {figures}
    </section>
  )
}
