import { useEffect, useState } from 'react'
import styles from './seek-bar.module.css'

/** While the pointer moves on, no picture is loaded. */
const loadAfterMs = 80

/** The picture of the moment under the pointer. Until it is loaded the one before it stays; nothing where there is none. */
export function SeekPicture({ address }: { address: string }) {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => setShown(address)
    image.onerror = () => setShown(null)
    const timer = setTimeout(() => {
      image.src = address
    }, loadAfterMs)
    return () => {
      clearTimeout(timer)
      image.onload = null
      image.onerror = null
    }
  }, [address])
  return shown === null ? null : <img className={styles.picture} src={shown} alt="" data-testid="seek-picture" />
}
