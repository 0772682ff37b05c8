import type { SoundTrackFacts, ToWorker } from '../messages.ts'
import workletUrl from './playout-worklet.ts?worker&url'

export interface SoundOutput {
  /** From 0 to 1. */
  setVolume(volume: number): void
  /** Browsers let a page make sound after the visitor did something. */
  resume(): void
  close(): void
}

const readIntervalMs = 200
const blockedAfterMs = 700
/** A step in volume would click. */
const volumeRampSeconds = 0.015

/**
 * Plays what the worker decodes through an audio worklet, and tells the worker what is being heard: the clock of the sound hardware drives
 * the picture.
 */
export async function openSoundOutput(
  { sampleRateHz, channels }: SoundTrackFacts,
  {
    tell,
    onBlocked,
    signal,
  }: {
    tell: (message: ToWorker, transfer?: Transferable[]) => void
    /** Whether the browser does not let the sound be heard has changed. */
    onBlocked: (isBlocked: boolean) => void
    signal: AbortSignal
  },
): Promise<SoundOutput | undefined> {
  const context = new AudioContext({ latencyHint: 'interactive', sampleRate: sampleRateHz })
  let timer: ReturnType<typeof setInterval> | undefined
  // A context that is allowed to run begins within milliseconds, also while the code of the worklet is still being fetched.
  const blockTimer = setTimeout(() => onBlocked(context.state !== 'running'), blockedAfterMs)
  const gain = context.createGain()
  gain.gain.value = 0

  function readClock(): void {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    const nowMs = performance.now()
    // Before the first sound has left, the hardware has no time.
    if (contextTime <= 0 || performanceTime <= 0) return
    const heardNowMs = contextTime * 1000 + nowMs - performanceTime
    const leadMs = Math.max(0, context.currentTime * 1000 - heardNowMs)
    tell({ type: 'sound-time', heardMs: heardNowMs, atMs: performance.timeOrigin + nowMs, leadMs })
  }

  function follow(): void {
    clearInterval(timer)
    if (context.state !== 'running') {
      tell({ type: 'sound-off' })
      return
    }
    clearTimeout(blockTimer)
    onBlocked(false)
    timer = setInterval(readClock, readIntervalMs)
  }

  function close(): void {
    clearInterval(timer)
    clearTimeout(blockTimer)
    context.onstatechange = null
    void context.close().catch(() => undefined)
  }

  try {
    await context.audioWorklet.addModule(workletUrl)
  } catch (error) {
    close()
    throw error
  }
  if (signal.aborted) {
    close()
    return undefined
  }
  const node = new AudioWorkletNode(context, 'playout', {
    numberOfInputs: 0,
    // The browser mixes surround down as its speakers need it.
    outputChannelCount: [channels],
  })
  const { port1, port2 } = new MessageChannel()
  node.port.postMessage(port1, [port1])
  tell({ type: 'sound-port', port: port2, sampleRateHz: context.sampleRate }, [port2])
  node.connect(gain).connect(context.destination)
  context.onstatechange = follow
  follow()

  return {
    setVolume(volume) {
      gain.gain.setTargetAtTime(volume, context.currentTime, volumeRampSeconds)
    },
    resume() {
      if (context.state !== 'running') void context.resume().catch(() => undefined)
    },
    close,
  }
}
