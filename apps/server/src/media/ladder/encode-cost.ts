import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'

const timeoutMs = 30_000
const trial = { width: 1280, height: 720, frames: 45 }
/** Assumed when the trial fails, as on a slow machine. */
const pessimisticCost = 0.04

/** Measures the seconds of one core that this machine needs to encode a million pixels of a test picture. Takes about half a second. */
export async function measureEncodeCost(ffmpeg: Ffmpeg): Promise<number> {
  const { width, height, frames } = trial
  const result = await runFfmpeg(
    ffmpeg,
    [
      ...['-nostdin', '-hide_banner', '-benchmark', '-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=30`],
      ...['-frames:v', String(frames), '-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-crf', '23'],
      ...['-f', 'null', '-'],
    ],
    { timeoutMs },
  )
  const times = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(result?.errorOutput ?? '')
  const seconds = Number(times?.[1]) + Number(times?.[2])
  return Number.isFinite(seconds) ? (seconds * 1e6) / (width * height * frames) : pessimisticCost
}
