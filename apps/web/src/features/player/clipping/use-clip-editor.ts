import { limits } from '@waggle/contract/limits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSessionStore } from '../../../session/session.tsx'
import { keepWithinClip } from '../engines/clips/clip-bounds.ts'
import { type ClipSource, openClipSource } from './clip-source.ts'
import { drawPicture, showPicture } from './pictures.ts'
import { firstTrim, type Trim, type TrimWindow, windowAround } from './trim.ts'

const pictureCount = 8
const pictureHeightPixels = 54
/** A bound lies within its picture, not at the edge of it, so that rounding cannot reach the one before. */
const insidePictureMs = 8
const beforeMs = 30_000
/** Two positions within this belong to the same picture. */
const exactSeconds = 0.0005

/** Times of pictures: milliseconds since 1970, and by the clock of the media, where that is known. */
export interface ExactTrim {
  startsAt: number
  endsAt: number
  startsAtMedia: number | null
  endsAtMedia: number | null
}

export interface ClipEditor {
  state: 'preparing' | 'ready' | 'unavailable'
  window: TrimWindow
  trim: Trim
  pictures: readonly (string | undefined)[]
  change(trim: Trim, moved: 'start' | 'end'): void
  /** Plays what is chosen, or pauses it. */
  togglePlay(): void
  /** The times of the first and the last picture. */
  exact(): Promise<ExactTrim>
}

/** Opens what was shown at `shownMs` in the video element of the dialog, and keeps what is chosen of it. */
export function useClipEditor(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  shownMs: number,
): ClipEditor {
  const session = useSessionStore()
  const [state, setState] = useState<ClipEditor['state']>('preparing')
  const [window, setWindow] = useState<TrimWindow>({ fromMs: shownMs - 1, untilMs: shownMs })
  const [trim, setTrim] = useState<Trim>({ startMs: shownMs - 1, endMs: shownMs })
  const [pictures, setPictures] = useState<readonly (string | undefined)[]>(Array(pictureCount).fill(undefined))
  const source = useRef<ClipSource>(undefined)
  const latest = useRef(trim)
  latest.current = trim
  /** Counts what the user does: the pictures of the timeline give way to it. */
  const actions = useRef(0)

  useEffect(() => {
    const element = video.current
    if (!element) return
    const abort = new AbortController()
    const { signal } = abort
    let stop: (() => void) | undefined

    async function open(shown: HTMLVideoElement): Promise<void> {
      const common = { video: shown, streamId, session: session.credentials, signal }
      const opened = await openClipSource({ ...common, atMs: shownMs - beforeMs, untilMs: shownMs })
      if (signal.aborted) return
      const around = opened && windowAround(shownMs, opened)
      const first = around && firstTrim(shownMs, around)
      if (opened === undefined || around === undefined || first === undefined) {
        setState('unavailable')
        return
      }
      source.current = opened
      setWindow(around)
      setTrim(first)
      latest.current = first
      setState('ready')
      shown.pause()
      const positions = {
        start: () => opened.engine.positionOf(latest.current.startMs),
        end: () => opened.engine.positionOf(latest.current.endMs),
      }
      stop = keepWithinClip(shown, positions, (seconds) => {
        shown.currentTime = seconds
      })
      await takePictures(shown, opened, around)
    }

    async function takePictures(shown: HTMLVideoElement, { engine }: ClipSource, around: TrimWindow): Promise<void> {
      const begun = actions.current
      const isOver = () => signal.aborted || actions.current !== begun
      const distanceMs = (around.untilMs - around.fromMs) / pictureCount
      for (let index = 0; index < pictureCount && !isOver(); index++) {
        const position = engine.positionOf(around.fromMs + (index + 0.5) * distanceMs)
        if (position === undefined || (await showPicture(shown, position)) === undefined || isOver()) continue
        const address = drawPicture(shown, pictureHeightPixels)
        setPictures((known) => known.with(index, address))
      }
      const start = engine.positionOf(latest.current.startMs)
      if (!isOver() && start !== undefined) await showPicture(shown, start)
    }

    open(element).catch(() => {
      if (!signal.aborted) setState('unavailable')
    })
    return () => {
      abort.abort()
      stop?.()
    }
  }, [video, streamId, shownMs, session])

  /** Until its segment is loaded, the position of a moment is known from playlists only: up to a picture beside the true one. */
  function show(atMs: number): void {
    const begun = actions.current
    const element = video.current
    const position = source.current?.engine.positionOf(atMs)
    if (!element || position === undefined) return
    element.currentTime = position
    const seekAgain = () => {
      const exact = source.current?.engine.positionOf(atMs)
      if (actions.current !== begun || exact === undefined) return
      if (Math.abs(exact - position) > exactSeconds) element.currentTime = exact
    }
    element.addEventListener('seeked', seekAgain, { once: true })
  }

  /** The times of the picture that is shown at this time. */
  async function pictureAt(atMs: number): Promise<{ at: number; media: number | null }> {
    const { engine } = source.current ?? {}
    const position = engine?.positionOf(atMs)
    const shown = video.current && position !== undefined ? await showPicture(video.current, position) : undefined
    const at = (shown !== undefined && engine?.momentOf(shown)) || atMs
    const mediaMs = shown === undefined ? undefined : engine?.mediaMsOf(shown)
    return { at: Math.round(at), media: mediaMs === undefined ? null : Math.round(mediaMs + insidePictureMs) }
  }

  return {
    ...{ state, window, trim, pictures },
    change(next, moved) {
      actions.current++
      video.current?.pause()
      setTrim(next)
      show(moved === 'start' ? next.startMs : next.endMs)
    },
    togglePlay() {
      actions.current++
      const element = video.current
      if (!element?.paused) {
        element?.pause()
        return
      }
      show(trim.startMs)
      void element.play().catch(() => undefined)
    },
    async exact() {
      actions.current++
      video.current?.pause()
      const start = await pictureAt(trim.startMs)
      const end = await pictureAt(trim.endMs)
      // A picture may begin a moment after or before the end that was chosen.
      const lengthMs = Math.min(limits.clipMaxMs, Math.max(limits.clipMinMs, end.at - start.at))
      return {
        ...{ startsAt: start.at, startsAtMedia: start.media },
        ...{ endsAt: Math.min(start.at + lengthMs, Math.floor(window.untilMs)), endsAtMedia: end.media },
      }
    },
  }
}
