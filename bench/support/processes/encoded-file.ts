import { spawnSync } from 'node:child_process'

/**
 * Encodes a file that can be published without encoding it again: 1080p30 H.264 at a constant bit rate, a key frame every 2 s, and AAC.
 * Throws when ffmpeg fails.
 */
export function makeEncodedFile(file: string, kilobitsPerSecond = 6000, seconds = 20): void {
  const rate = `${kilobitsPerSecond}k`
  const { status, stderr } = spawnSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-sc_threshold', '0'],
    ...['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', `${kilobitsPerSecond / 2}k`],
    ...['-x264-params', 'nal-hrd=cbr', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-f', 'flv', file],
  ])
  if (status !== 0) throw new Error(`ffmpeg could not make ${file}: ${stderr}`)
}
