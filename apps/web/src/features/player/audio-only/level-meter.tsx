import { useEffect, useRef } from 'react'
import styles from './audio-picture.module.css'
import { createSoundMeter } from './sound-meter.ts'

/** From the middle outwards. */
const standingWave = [1, 0.62, 0.86, 0.5, 0.74, 0.4, 0.6, 0.3, 0.46, 0.22, 0.3, 0.14]
const barsPerSide = standingWave.length
const bars = Array.from({ length: 2 * barsPerSide - 1 }, (_, index) => Math.abs(index - barsPerSide + 1))
const stepMs = 80
/** For visitors who want little motion. */
const calmStepMs = 1000

/** How loud the sound is now, in the middle, and how loud it was in the last second, outwards. Invisible where it cannot be measured. */
export function LevelMeter({ video }: { video: HTMLVideoElement }) {
  const meter = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = meter.current
    if (!element) return
    const sound = createSoundMeter(video)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    let levels: number[] = []
    const show = () => {
      const level = sound.level()
      element.toggleAttribute('data-measured', level !== undefined)
      // Waves that run outwards are motion, too: one that stands is as high as the sound is loud.
      levels = isCalm
        ? standingWave.map((share) => share * (level ?? 0))
        : [level ?? 0, ...levels].slice(0, barsPerSide)
      for (const [index, distance] of bars.entries()) {
        const bar = element.children[index] as HTMLElement
        bar.style.setProperty('--level', (levels[distance] ?? 0).toFixed(3))
      }
    }
    show()
    const timer = setInterval(show, isCalm ? calmStepMs : stepMs)
    return () => {
      clearInterval(timer)
      sound.close()
    }
  }, [video])

  return (
    <div ref={meter} className={styles.meter} data-testid="level-meter" aria-hidden="true">
      {bars.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are fixed
        <span key={index} className={styles.bar} />
      ))}
    </div>
  )
}
