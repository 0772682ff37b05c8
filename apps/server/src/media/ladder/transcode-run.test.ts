import { setTimeout as wait } from 'node:timers/promises'
import type { Sample, VideoConfig } from '@waggle/media/sample'
import { beforeAll, expect, test } from 'vitest'
import { type Encoding, encode, samplesOf } from '../../../../../packages/media/src/hls/testing/encoder.ts'
import { type Ffmpeg, openFfmpeg } from '../ffmpeg/ffmpeg.ts'
import { planRungs } from './rung.ts'
import { TranscodeRun } from './transcode-run.ts'

let ffmpeg: Ffmpeg

beforeAll(async () => {
  ffmpeg = await openFfmpeg([])
})

interface Result {
  source: Sample[]
  configs: Map<string, VideoConfig>
  rungs: Map<string, Sample[]>
}

/** Runs a whole film through one encoder of rungs, which may keep the last frames. */
async function transcode(encoding: Encoding & { size: string }, heights: number[], shiftMs = 0): Promise<Result> {
  const media = await encode({ ...encoding, audio: false })
  const config = media.flatMap((medium) => ('config' in medium ? [medium.config] : []))[0]
  const source = samplesOf(media).map((sample) => ({
    ...sample,
    dtsMs: sample.dtsMs + shiftMs,
    ptsMs: sample.ptsMs + shiftMs,
  }))
  const [first] = source
  if (config?.track !== 'video' || first === undefined) throw new Error('no video')
  const plan = planRungs(config, heights)
  const configs = new Map<string, VideoConfig>()
  const rungs = new Map(plan.map(({ name }) => [name, [] as Sample[]]))
  let failure: string | undefined
  const run = new TranscodeRun({
    ffmpeg,
    source: config,
    rungs: plan,
    first,
    onConfig: (name, rungConfig) => configs.set(name, rungConfig),
    onSample: (name, sample) => rungs.get(name)?.push(sample),
    onExit: (reason) => {
      failure = reason
    },
  })
  for (const sample of source.slice(1)) run.feed(sample)
  const lastWanted = (source.at(-1)?.ptsMs ?? 0) - 400
  const isDone = () => [...rungs.values()].every((samples) => (samples.at(-1)?.ptsMs ?? 0) >= lastWanted)
  while (!isDone() && failure === undefined) await wait(20)
  run.kill()
  expect(failure).toBeUndefined()
  return { source, configs, rungs }
}

const inOrder = (samples: readonly Sample[]) => samples.map(({ ptsMs }) => ptsMs).sort((a, b) => a - b)

test('every frame keeps its time and key frames stay where the source has them, after years on the clock', async () => {
  const { source, configs, rungs } = await transcode(
    { size: '640x480', rate: '30', gopFrames: 45, bFrames: 2, seconds: 4 },
    [360],
    2 ** 40,
  )
  const samples = rungs.get('360p') ?? []
  expect(configs.get('360p')).toMatchObject({ codec: 'avc', width: 480, height: 360 })
  const times = samples.map(({ ptsMs }) => ptsMs)
  expect(times).toEqual(inOrder(source).slice(0, times.length))
  const keys = (all: readonly Sample[]) => all.filter(({ key }) => key)
  expect(keys(samples).map(({ dtsMs, ptsMs }) => [dtsMs, ptsMs])).toEqual(
    keys(source).map(({ dtsMs, ptsMs }) => [dtsMs, ptsMs]),
  )
})

test('above 30 frames per second, small rungs have every second frame and all key frames', async () => {
  const { source, rungs } = await transcode(
    { size: '734x726', rate: '60', gopFrames: 91, bFrames: 0, seconds: 4 },
    [720, 480],
  )
  expect(rungs.get('720p')?.map(({ ptsMs }) => ptsMs)).toEqual(inOrder(source).slice(0, rungs.get('720p')?.length))
  const small = rungs.get('480p') ?? []
  const steps = small.slice(1).map((sample, index) => sample.ptsMs - (small[index]?.ptsMs ?? 0))
  for (const step of steps) expect(step === 33 || step === 34 || step === 16 || step === 17).toBe(true)
  expect(steps.filter((step) => step < 30).length).toBeLessThanOrEqual(2)
  const sourceKeys = source.filter(({ key }) => key).map(({ ptsMs }) => ptsMs)
  expect(small.filter(({ key }) => key).map(({ ptsMs }) => ptsMs)).toEqual(sourceKeys)
})

test('a missing ffmpeg ends the run', async () => {
  const config: VideoConfig = {
    ...{ track: 'video', codec: 'avc', codecString: 'avc1.64001f', width: 640, height: 480 },
    description: Uint8Array.from([1, 100, 0, 31, 255, 225, 0, 1, 103, 1, 0, 1, 104]),
  }
  const first: Sample = { track: 'video', dtsMs: 0, ptsMs: 0, key: true, data: new Uint8Array(2000) }
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    const reason = await new Promise<string>((resolve) => {
      const nothing = () => {}
      const run = new TranscodeRun({
        ...{ ffmpeg, source: config, rungs: planRungs(config), first },
        ...{ onConfig: nothing, onSample: nothing, onExit: resolve },
      })
      run.feed({ ...first, dtsMs: 33, ptsMs: 33 })
    })
    expect(reason).toContain('ENOENT')
  } finally {
    process.env.PATH = PATH
  }
})
