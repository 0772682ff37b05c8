/** The part of a media element that the meter needs. Only Chromium, and Firefox from version 149, can capture an element's stream. */
export type MeteredMedia = Pick<HTMLMediaElement, 'paused' | 'muted' | 'volume'> & { captureStream?(): MediaStream }

type MeterContext = Pick<AudioContext, 'state' | 'resume' | 'close' | 'createAnalyser' | 'createMediaStreamSource'>

export interface SoundMeter {
  /** From 0, silence, to 1, full scale. Undefined while the sound cannot be measured. */
  level(): number | undefined
  close(): void
}

/** Quieter sound counts as silence. */
const floorDecibels = -60
/** About 85 ms at 48 kHz: what is heard between two looks at the meter. */
const windowSamples = 4096
const gestures = ['pointerup', 'keydown'] as const

/**
 * Measures how loud a media element is, without touching its sound: it analyses a captured copy. `createMediaElementSource` would take
 * the sound out of the element, which is then silent whenever the browser suspends the audio context.
 *
 * The audio context is created only once the element plays aloud, because browsers allow both from the same moment on.
 */
export function createSoundMeter(
  media: MeteredMedia,
  openContext: () => MeterContext = () => new AudioContext({ latencyHint: 'playback' }),
): SoundMeter {
  const abort = new AbortController()
  const samples = new Float32Array(windowSamples)
  let isUnavailable = media.captureStream === undefined
  let context: MeterContext | undefined
  let analyser: AnalyserNode | undefined
  let captured: MediaStream | undefined
  let source: AudioNode | undefined
  let track: MediaStreamTrack | undefined

  function open(): void {
    try {
      captured = media.captureStream?.()
      context = openContext()
      analyser = context.createAnalyser()
      analyser.fftSize = windowSamples
    } catch {
      isUnavailable = true
      return
    }
    // Where the browser suspends the context until the visitor does something.
    for (const type of gestures) addEventListener(type, resume, { signal: abort.signal })
  }

  function resume(): void {
    if (context?.state === 'suspended') void context.resume().catch(() => undefined)
  }

  /** A new source of the element, as after a recovery, brings a new track. */
  function followTrack(): void {
    const current = captured?.getAudioTracks()[0]
    if (current === track || !captured || !context || !analyser) return
    source?.disconnect()
    track = current
    source = current && context.createMediaStreamSource(captured)
    source?.connect(analyser)
  }

  return {
    level() {
      const isAudible = !media.paused && !media.muted && media.volume > 0
      if (isAudible && !context && !isUnavailable) open()
      if (isUnavailable || context?.state !== 'running') return undefined
      followTrack()
      if (!isAudible || !source) return 0
      analyser?.getFloatTimeDomainData(samples)
      return levelOf(samples)
    },
    close() {
      abort.abort()
      source?.disconnect()
      for (const track of captured?.getTracks() ?? []) track.stop()
      void context?.close().catch(() => undefined)
    },
  }
}

/** The effective value of the samples, on a scale of decibels, as hearing works. */
export function levelOf(samples: Float32Array): number {
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(meanSquare)
  return Math.min(1, Math.max(0, 1 - decibels / floorDecibels))
}
