import type { Page } from 'playwright-core'

/** What happened to a page's video, observed from outside its player. */
export interface MediaReport {
  /** Decoder errors, refused appends, and error responses to requests for media, keys or playlists. */
  errors: string[]
  /** When, in milliseconds of the page, and for how long playback ran out of media after the first picture. */
  stalls: { atMs: number; forMs: number }[]
  /** Seeks after the first picture. */
  seeks: number
  /** More than one means that the player had to start over. */
  mediaSources: number
  frames: number
  droppedFrames: number
  playedSeconds: number
  elapsedSeconds: number
}

interface Watch extends Pick<MediaReport, 'errors' | 'stalls' | 'seeks' | 'mediaSources'> {
  hasStarted: boolean
  startedMs: number
  startedAt: number
}

/** Must run before the page is opened. Returns a function that reads the report. */
export async function watchMedia(page: Page): Promise<() => Promise<MediaReport>> {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 && /^\/(live|api\/hls)\//.test(pathname))
      refused.push(`${response.status()} ${pathname}`)
  })
  await page.addInitScript(() => {
    const watch: Watch = {
      ...{ errors: [], stalls: [], seeks: 0, mediaSources: 0 },
      ...{ hasStarted: false, startedMs: 0, startedAt: 0 },
    }
    Object.assign(globalThis, { mediaWatch: watch })

    const { appendBuffer } = SourceBuffer.prototype
    const known = new WeakSet<SourceBuffer>()
    SourceBuffer.prototype.appendBuffer = function (data) {
      if (!known.has(this)) this.addEventListener('error', () => watch.errors.push('an append failed'))
      known.add(this)
      try {
        appendBuffer.call(this, data)
      } catch (error) {
        // A full buffer is part of the protocol: the player makes room and appends again.
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError'))
          watch.errors.push(`append: ${error}`)
        throw error
      }
    }
    const { createObjectURL } = URL
    URL.createObjectURL = (object) => {
      if (object instanceof MediaSource) watch.mediaSources += 1
      return createObjectURL.call(URL, object)
    }

    let stalledAtMs: number | undefined
    const on = (type: string, react: (video: HTMLVideoElement) => void) =>
      document.addEventListener(
        type,
        ({ target }) => {
          if (target instanceof HTMLVideoElement) react(target)
        },
        { capture: true },
      )
    on('error', (video) => watch.errors.push(`video: ${video.error?.code} ${video.error?.message}`))
    on('playing', (video) => {
      if (!watch.hasStarted) {
        Object.assign(watch, { hasStarted: true, startedMs: performance.now(), startedAt: video.currentTime })
      }
      if (stalledAtMs !== undefined) watch.stalls.push({ atMs: stalledAtMs, forMs: performance.now() - stalledAtMs })
      stalledAtMs = undefined
    })
    on('waiting', () => {
      if (watch.hasStarted) stalledAtMs ??= performance.now()
    })
    on('seeking', () => {
      if (watch.hasStarted) watch.seeks += 1
    })
  })

  return async () => {
    const report = await page.evaluate(() => {
      const { mediaWatch: watch } = globalThis as unknown as { mediaWatch: Watch }
      const video = document.querySelector('video')
      const quality = video?.getVideoPlaybackQuality()
      const { errors, stalls, seeks, mediaSources } = watch
      return {
        ...{ errors, stalls, seeks, mediaSources },
        frames: quality?.totalVideoFrames ?? 0,
        droppedFrames: quality?.droppedVideoFrames ?? 0,
        playedSeconds: watch.hasStarted ? (video?.currentTime ?? 0) - watch.startedAt : 0,
        elapsedSeconds: watch.hasStarted ? (performance.now() - watch.startedMs) / 1000 : 0,
      }
    })
    return { ...report, errors: [...refused, ...report.errors] }
  }
}
