import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'

/** Bundles a module as the global `name`. */
export async function bundleAs(name: string, entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name } },
  })
  const output = Array.isArray(built) ? built[0] : undefined
  const chunk = output?.output[0]
  if (!chunk) throw new Error(`${entry} was not built`)
  return chunk.code
}

export const soundPageAddress = 'http://site.example/'

/** Opens a page with a video element of a minute of sound, the global `video`, and runs the scripts in it. */
export async function openSoundPage(browser: Browser, scripts: readonly string[]): Promise<Page> {
  for (const context of browser.contexts()) await context.close()
  const page = await browser.newPage()
  const elements = [`(${addVideo})()`, ...scripts].map((script) => `<script>${script}</script>`)
  const body = `<!doctype html><body></body>${elements.join('')}`
  await page.route(`${soundPageAddress}**`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(soundPageAddress)
  return page
}

/** Runs in the page. The media is a RIFF header and 8-bit samples at 8 kHz. */
function addVideo(): void {
  const sampleRate = 8000
  const size = sampleRate * 60
  const view = new DataView(new ArrayBuffer(44 + size))
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + size, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, size, true)
  for (let i = 44; i < 44 + size; i++) view.setUint8(i, 128 + 60 * Math.sin(i / 3))
  const video = document.createElement('video')
  video.src = URL.createObjectURL(new Blob([view.buffer], { type: 'audio/wav' }))
  document.body.append(video)
  Object.assign(globalThis, { video })
}
