import type { Browser, Page } from 'playwright-core'
import { takeReading, watchClock } from '../../../bench/support/latency/clock-reader.ts'
import { openProfile } from '../browser/browser.ts'
import { preferLowDelay } from './delay-mode.ts'
import { type MediaReport, watchMedia } from './media-watch.ts'

export const browserPlayers = ['hls.js', 'Shaka Player', 'video.js'] as const
export type BrowserPlayer = (typeof browserPlayers)[number]

export interface BrowserPlay extends MediaReport {
  player: BrowserPlayer
  /** Age of each picture when it was shown, in milliseconds; the stream must be the clock picture. */
  ages: number[]
}

interface Stream {
  /** The origin that serves both the site and the player pages. */
  url: string
  username: string
  /** Master playlist with a token, for players without hooks. */
  master: string
}

/** Plays a live stream for `seconds` after its first picture: hls.js in our watch page, the others in pages of their own. */
export async function playInBrowser(
  browser: Browser,
  player: BrowserPlayer,
  stream: Stream,
  seconds: number,
): Promise<BrowserPlay> {
  const { context, page, problems } = await openProfile(browser)
  await preferLowDelay(context)
  try {
    await watchClock(page)
    const takeReport = await watchMedia(page)
    await starters[player](page, stream)
    await page.waitForFunction(
      () => (globalThis as unknown as { mediaWatch: { hasStarted: boolean } }).mediaWatch.hasStarted,
      undefined,
      { timeout: 90_000 },
    )
    await page.waitForTimeout(seconds * 1000)
    const report = await takeReport()
    const { ages } = await takeReading(page)
    const reported = await page.evaluate(
      () => (globalThis as unknown as { playerErrors?: string[] }).playerErrors ?? [],
    )
    return { player, ages, ...report, errors: [...report.errors, ...reported, ...problems] }
  } finally {
    await context.close()
  }
}

type Start = (page: Page, stream: Stream) => Promise<void>

const starters: Record<BrowserPlayer, Start> = {
  'hls.js': async (page, { url, username }) => {
    await page.goto(`${url}/watch?user=${username}`)
  },
  'Shaka Player': async (page, { url, master }) => {
    await page.goto(`${url}/shaka`)
    await page.evaluate(async (source) => {
      interface ShakaPlayer {
        attach(video: Element | null): Promise<void>
        configure(settings: object): void
        addEventListener(
          type: 'error',
          listener: (event: { detail: { code?: number; message?: string } }) => void,
        ): void
        load(address: string): Promise<void>
      }
      const { shaka } = globalThis as unknown as { shaka: { Player: new () => ShakaPlayer } }
      const errors: string[] = []
      Object.assign(globalThis, { playerErrors: errors })
      const shakaPlayer = new shaka.Player()
      shakaPlayer.addEventListener('error', ({ detail }) => errors.push(`Shaka error ${detail.code ?? detail.message}`))
      shakaPlayer.configure({ streaming: { lowLatencyMode: true } })
      await shakaPlayer.attach(document.querySelector('video'))
      await shakaPlayer.load(new URL(source, location.href).href)
    }, master)
  },
  'video.js': async (page, { url, master }) => {
    await page.goto(`${url}/videojs`)
    await page.evaluate((source) => {
      interface VideoJsPlayer {
        on(type: 'error', listener: () => void): void
        error(): { code: number; message: string } | null
        src(source: object): void
      }
      const { videojs } = globalThis as unknown as {
        videojs: (video: Element | null, settings: object) => VideoJsPlayer
      }
      const errors: string[] = []
      Object.assign(globalThis, { playerErrors: errors })
      const settings = { liveui: true, html5: { vhs: { llhls: true, overrideNative: true } } }
      const videoJsPlayer = videojs(document.querySelector('video'), settings)
      videoJsPlayer.on('error', () => errors.push(`video.js error ${videoJsPlayer.error()?.message}`))
      videoJsPlayer.src({ src: source, type: 'application/x-mpegURL' })
    }, master)
  },
}
