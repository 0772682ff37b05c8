import { type ChildProcess, spawn } from 'node:child_process'

export interface Encoder {
  process: ChildProcess
  /** What ffmpeg has printed so far. */
  output(): string
  /** Ends the broadcast as an encoder's Stop button does. */
  stop(): Promise<void>
  /** Kills the program, as a crash would: the server is not told that the broadcast ends. */
  kill(): Promise<void>
  exited: Promise<number | null>
}

export interface EncoderOptions {
  size?: string
  framesPerSecond?: number
  keyIntervalFrames?: number
  bFrames?: number
  videoKbps?: number
  hasVideo?: boolean
  hasSound?: boolean
  /** A source of ffmpeg's. */
  sound?: string
}

/** Starts an ffmpeg that broadcasts a moving test picture with sound in real time. */
export function startEncoder(rtmpUrl: string, streamKey: string, options: EncoderOptions = {}): Encoder {
  const { size = '640x360', framesPerSecond = 30, keyIntervalFrames = 60, bFrames = 0 } = options
  const { videoKbps = 800, hasVideo = true, hasSound = true, sound = 'sine=frequency=440:sample_rate=48000' } = options
  const videoOptions = [
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', `${videoKbps}k`],
    ...['-g', String(keyIntervalFrames), '-sc_threshold', '0', '-bf', String(bFrames)],
  ]
  return startFfmpeg([
    ...(hasVideo ? ['-re', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${framesPerSecond}`] : []),
    ...(hasSound ? ['-re', '-f', 'lavfi', '-i', sound] : []),
    ...(hasVideo ? videoOptions : []),
    ...(hasSound ? ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'] : []),
    ...['-f', 'flv', `${rtmpUrl}/${streamKey}`],
  ])
}

/** Broadcasts a file in real time without encoding it again, and begins again at its end. */
export function repeatFile(rtmpUrl: string, streamKey: string, file: string): Encoder {
  return startFfmpeg(['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv', `${rtmpUrl}/${streamKey}`])
}

function startFfmpeg(args: readonly string[]): Encoder {
  const child = spawn('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { process: child, output: () => text, stop: () => end('SIGINT'), kill: () => end('SIGKILL'), exited }
}
