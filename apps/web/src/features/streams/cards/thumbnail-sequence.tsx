import { olderThumbnail } from '@waggle/contract/streams/thumbnail-addresses'
import { useEffect, useState } from 'react'
import styles from './pictures.module.css'

/** How many older thumbnails the server keeps. */
const olderPictures = 5
const stepMs = 500

/**
 * The last minute of a stream as a slow animation over its thumbnail. It costs five small files, which caches can keep, and unlike a
 * player it is not counted as a viewer.
 */
export function ThumbnailSequence({ newest }: { newest: string }) {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const [step, setStep] = useState(0)
  const pictures = [...olderUrls(newest), newest]
  const ready = pictures.filter((url) => loaded.has(url))
  const shown = ready.length > 1 ? ready[step % ready.length] : undefined

  useEffect(() => {
    const timer = setInterval(() => setStep((step) => step + 1), stepMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <span className={styles.sequence} aria-hidden="true">
      {pictures.map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          data-shown={url === shown}
          onLoad={() => setLoaded((loaded) => new Set(loaded).add(url))}
        />
      ))}
    </span>
  )
}

/** Oldest first. */
function olderUrls(newest: string): string[] {
  return Array.from({ length: olderPictures }, (_, index) => olderThumbnail(newest, olderPictures - index))
}
