import { spawn } from 'node:child_process'
import type { Locator } from 'playwright-core'
import { stopProcess } from '../../../apps/server/src/testing/engines/private-process.ts'

/** The number of a picture is in its columns: one bit in each, the lowest at the left. */
const bits = 12
const columnPixels = 20

export const framesPerSecond = 30
/** In pictures. */
export const keyFrameInterval = 2 * framesPerSecond

/** Broadcasts pictures that carry their number, in an order of decoding that differs from that of showing. */
export function publishNumbered(address: string, seconds: number) {
  const bit = `mod(floor(N/pow(2,floor(X/${columnPixels}))),2)`
  const picture = `nullsrc=size=${bits * columnPixels}x136:rate=${framesPerSecond},geq=lum='if(${bit},235,16)':cb=128:cr=128`
  const inputs = ['-re', '-f', 'lavfi', '-i', picture, '-re', '-f', 'lavfi', '-i', 'sine=sample_rate=48000']
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-b_strategy', '0', '-pix_fmt', 'yuv420p']
  const keys = ['-g', String(keyFrameInterval), '-sc_threshold', '0', '-b:v', '1500k']
  const output = ['-c:a', 'aac', '-b:a', '64k', '-t', String(seconds), '-f', 'flv', address]
  const child = spawn('ffmpeg', ['-nostdin', '-v', 'error', ...inputs, ...video, ...keys, ...output], {
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { ended, stop: () => stopProcess(child, 'SIGKILL') }
}

/** The number of the picture that a video element shows, or that a canvas has. */
export function numberIn(video: Locator): Promise<number> {
  return video.evaluate(
    (element: HTMLVideoElement | HTMLCanvasElement, { bits }) => {
      const canvas = document.createElement('canvas')
      canvas.width = 'videoWidth' in element ? element.videoWidth : element.width
      canvas.height = 'videoHeight' in element ? element.videoHeight : element.height
      const context = canvas.getContext('2d')
      if (!context || canvas.width === 0) return -1
      context.drawImage(element, 0, 0)
      const { data } = context.getImageData(0, Math.floor(canvas.height / 2), canvas.width, 1)
      let number = 0
      for (let bit = 0; bit < bits; bit++) {
        const column = Math.floor(((bit + 0.5) * canvas.width) / bits)
        if ((data[column * 4] ?? 0) > 128) number += 2 ** bit
      }
      return number
    },
    { bits },
  )
}

/** The numbers of all pictures of a file, read by ffmpeg. */
export function numbersOf(grey: Uint8Array): number[] {
  const width = bits * columnPixels
  const numbers: number[] = []
  for (let offset = 0; offset + width <= grey.length; offset += width) {
    let number = 0
    for (let bit = 0; bit < bits; bit++) {
      if ((grey[offset + Math.floor((bit + 0.5) * columnPixels)] ?? 0) > 128) number += 2 ** bit
    }
    numbers.push(number)
  }
  return numbers
}

declare global {
  interface Window {
    /** Of all pictures that the player has shown, in their order. */
    shownNumbers?: number[]
  }
}

/** Writes the numbers of all pictures that the player of a page shows into `shownNumbers`. For `addInitScript`. */
export function watchNumbers(bitCount: number): void {
  window.shownNumbers = []
  const seen = new WeakSet<HTMLVideoElement>()
  const canvas = document.createElement('canvas')
  function watch(video: HTMLVideoElement): void {
    video.requestVideoFrameCallback(() => {
      canvas.width = video.videoWidth
      canvas.height = 1
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context?.drawImage(video, 0, video.videoHeight / 2, video.videoWidth, 1, 0, 0, video.videoWidth, 1)
      const data = context?.getImageData(0, 0, canvas.width, 1).data ?? []
      let number = 0
      for (let bit = 0; bit < bitCount; bit++) {
        if ((data[Math.floor(((bit + 0.5) * canvas.width) / bitCount) * 4] ?? 0) > 128) number += 2 ** bit
      }
      // A covered picture is not shown.
      if (video.style.opacity !== '0') window.shownNumbers?.push(number)
      watch(video)
    })
  }
  new MutationObserver(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-testid="player-video"]')
    if (!video || seen.has(video)) return
    seen.add(video)
    watch(video)
  }).observe(document, { subtree: true, childList: true })
}

export const numberBits = bits
