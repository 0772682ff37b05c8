import { type ChildProcess, spawn } from 'node:child_process'
import { stopProcess } from '../../../testing/engines/private-process.ts'

/** Publishes a test picture with sound, a key frame every two seconds, `speed` times as fast as it is shown. */
export function publish(address: string, { seconds = 60, speed = 3, size = '320x240', framesPerSecond = 30 } = {}) {
  const rate = ['-readrate', String(speed)]
  const inputs = [
    ...[...rate, '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${framesPerSecond}`],
    ...[...rate, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'],
  ]
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p']
  const keyFrames = ['-g', String(2 * framesPerSecond)]
  const output = ['-c:a', 'aac', '-b:a', '64k', '-t', String(seconds), '-f', 'flv', address]
  const child: ChildProcess = spawn(
    'ffmpeg',
    ['-nostdin', '-v', 'error', ...inputs, ...video, ...keyFrames, ...output],
    {
      stdio: 'ignore',
    },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { ended, drop: () => stopProcess(child, 'SIGKILL') }
}
