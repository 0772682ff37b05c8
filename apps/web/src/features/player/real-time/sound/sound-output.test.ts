import { afterEach, expect, it, vi } from 'vitest'
import { openSoundOutput } from './sound-output.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens the output in a browser that fetches the worklet's code for ever, and returns what was said about the sound a second later. */
async function openedFor(state: AudioContextState): Promise<boolean[]> {
  vi.useFakeTimers()
  vi.stubGlobal(
    'AudioContext',
    class {
      state = state
      audioWorklet = { addModule: () => new Promise(() => undefined) }
      createGain = () => ({ gain: { value: 1 } })
    },
  )
  const said: boolean[] = []
  const { signal } = new AbortController()
  const onBlocked = (isBlocked: boolean) => said.push(isBlocked)
  const facts = { name: 'audio', codec: 'mp4a.40.2', sampleRateHz: 48_000, channels: 2 }
  void openSoundOutput(facts, { tell: () => undefined, onBlocked, signal })
  await vi.advanceTimersByTimeAsync(1000)
  return said
}

it('[PLAYER-19] the browser holds the sound back where it does not let it begin', async () => {
  expect(await openedFor('suspended')).toEqual([true])
})

it('[PLAYER-19] a slow network that brings the code late does not', async () => {
  expect(await openedFor('running')).not.toContain(true)
})
