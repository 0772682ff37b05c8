import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

/** The clock is a grid of black and white cells: 42 bits of milliseconds since 1970, then a checksum of 6 bits. */
export const clockGrid = { columns: 8, rows: 6, timeBits: 42 } as const

export interface ClockEncoder {
  process: ChildProcess
  stop(): Promise<void>
  /** As a crash does: the server is not told that the broadcast ends. */
  kill(): Promise<void>
}

const width = 640
const height = 360
const framesPerSecond = 30
const samplesPerFrame = 48_000 / framesPerSecond

interface ClockEncoderOptions {
  keyIntervalFrames?: number
  bFrames?: number
}

/** A tone of 1 kHz begins with every second of the clock. */
const beepMs = 100
const beepHz = 1000

/**
 * Broadcasts a picture that carries the time at which it was made, with a beep at every second of that time, encoded as broadcasting
 * software does.
 */
export function startClockEncoder(address: string, options: ClockEncoderOptions = {}): ClockEncoder {
  const { keyIntervalFrames = 60, bFrames = 0 } = options
  const child = spawn(
    'ffmpeg',
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'fatal', '-fflags', 'nobuffer'],
      ...[
        '-f',
        'rawvideo',
        '-pix_fmt',
        'yuv420p',
        '-s',
        `${width}x${height}`,
        '-r',
        String(framesPerSecond),
        '-i',
        'pipe:3',
      ],
      ...['-f', 's16le', '-ar', '48000', '-ac', '1', '-i', 'pipe:4'],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-tune',
        'zerolatency',
        '-g',
        String(keyIntervalFrames),
        '-sc_threshold',
        '0',
        '-bf',
        String(bFrames),
      ],
      ...['-c:a', 'aac', '-b:a', '64k', '-flush_packets', '1', '-f', 'flv', address],
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] },
  )
  const video = child.stdio[3] as Writable
  const audio = child.stdio[4] as Writable
  for (const pipe of [video, audio]) pipe.on('error', () => undefined)

  const startedMs = performance.now()
  let frames = 0
  const timer = setInterval(() => {
    // Write as many frames as are due, so that a pause of the machine delays frames but loses none.
    while (performance.now() - startedMs >= (frames * 1000) / framesPerSecond) {
      const timeMs = Date.now()
      video.write(clockFrame(timeMs))
      audio.write(clockSound(timeMs))
      frames += 1
    }
  }, 2)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return {
    process: child,
    async kill() {
      clearInterval(timer)
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      clearInterval(timer)
      // ffmpeg exits at the end of its input; after a signal alone it would still wait for the next picture.
      video.end()
      audio.end()
      await exited
    },
  }
}

/** One frame, YUV 4:2:0. */
function clockFrame(timeMs: number): Buffer {
  const frame = Buffer.alloc((width * height * 3) / 2, 128)
  const bits = clockBits(timeMs)
  const cellWidth = width / clockGrid.columns
  const cellHeight = height / clockGrid.rows
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / cellHeight)
    for (let column = 0; column < clockGrid.columns; column += 1) {
      const x = y * width + column * cellWidth
      frame.fill(bits[row * clockGrid.columns + column] ? 235 : 16, x, x + cellWidth)
    }
  }
  return frame
}

/** The sound of one frame, whose picture shows this time: 16 bits, mono. */
function clockSound(timeMs: number): Buffer {
  const sound = Buffer.alloc(samplesPerFrame * 2)
  for (let sample = 0; sample < samplesPerFrame; sample += 1) {
    const seconds = timeMs / 1000 + sample / 48_000
    if ((seconds % 1) * 1000 < beepMs) {
      sound.writeInt16LE(Math.round(12_000 * Math.sin(2 * Math.PI * beepHz * (seconds % 1))), sample * 2)
    }
  }
  return sound
}

function clockBits(timeMs: number): boolean[] {
  const time = BigInt(timeMs)
  const bits = Array.from({ length: clockGrid.timeBits }, (_, bit) => ((time >> BigInt(bit)) & 1n) === 1n)
  const check = checkOf(bits)
  return [...bits, ...Array.from({ length: 6 }, (_, bit) => ((check >> bit) & 1) === 1)]
}

/** The sum of the positions of all ones: it differs between neighbouring times, so a blend of two frames is detected. */
function checkOf(bits: boolean[]): number {
  return bits.reduce((sum, bit, place) => (bit ? sum + place + 1 : sum), 0) & 63
}
