import { useEffect, useState } from 'react'
import styles from './streams.module.css'

/** How many pictures before the newest the server keeps, and how fast they follow each other here. */
const olderPictures = 5
const stepMs = 500

/**
 * The last minute of a stream in a few pictures, over its thumbnail. It costs five small files that a cache may keep, and unlike a
 * player it counts as no viewer.
 */
export function ThumbnailSequence({ newest }: { newest: string }) {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  const [step, setStep] = useState(0)
  const pictures = [...olderAddresses(newest), newest]
  const ready = pictures.filter((address) => loaded.has(address))
  const shown = ready.length > 1 ? ready[step % ready.length] : undefined

  useEffect(() => {
    const timer = setInterval(() => setStep((step) => step + 1), stepMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <span className={styles.sequence} aria-hidden="true">
      {pictures.map((address) => (
        <img
          key={address}
          src={address}
          alt=""
          data-shown={address === shown}
          onLoad={() => setLoaded((loaded) => new Set(loaded).add(address))}
        />
      ))}
    </span>
  )
}

/** The oldest first. */
function olderAddresses(newest: string): string[] {
  return Array.from({ length: olderPictures }, (_, index) =>
    newest.replace('/thumbnail.jpg', `/thumbnail-${olderPictures - index}.jpg`),
  )
}
