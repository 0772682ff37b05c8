import { fullRateLines, type Rung } from './rung.ts'

/** The file descriptor of the first rung's output, after standard input, output and error. */
export const firstOutputDescriptor = 3

/**
 * Arguments with which ffmpeg reads fragmented MP4 from standard input and writes each rung as video-only FLV to its own descriptor.
 * Nothing in them comes from a user. Timestamps pass through unchanged, and key frames are where the source has them.
 */
export function transcodeArguments(rungs: readonly Rung[], cores: number): string[] {
  const copies = rungs.map((_, index) => `[in${index}]`)
  const split = rungs.length > 1 ? `[0:v]split=${rungs.length}${copies.join('')};` : ''
  const chains = rungs.map((rung, index) => {
    const from = rungs.length > 1 ? copies[index] : '[0:v]'
    const filters = [`scale=${rung.width}:${rung.height}`, 'format=yuv420p']
    // At most 30 frames per second, and every key frame. With timestamps in milliseconds, 1/30 s can be 33 ms.
    if (rung.lines < fullRateLines) filters.unshift("select='isnan(prev_selected_t)+key+gte(t-prev_selected_t,0.030)'")
    return `${from}${filters.join(',')}[out${index}]`
  })
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-copyts'],
    // A single decoder thread does not hold frames back. The header contains everything that probing could find.
    ...['-probesize', '4096', '-analyzeduration', '0', '-threads', '1', '-f', 'mp4', '-i', 'pipe:0'],
    ...['-filter_complex', `${split}${chains.join(';')}`],
    ...rungs.flatMap((rung, index) => outputArguments(rung, index, cores)),
  ]
}

function outputArguments(rung: Rung, index: number, cores: number): string[] {
  const threads = rung.lines < fullRateLines ? 1 : Math.min(4, cores)
  return [
    ...['-map', `[out${index}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency'],
    ...['-threads', String(threads), '-crf', '23', '-maxrate', `${rung.maxKbps}k`, '-bufsize', `${rung.maxKbps}k`],
    ...['-force_key_frames', 'source', '-forced-idr', '1', '-g', '100000', '-sc_threshold', '0'],
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-map_metadata', '-1'],
    ...['-flush_packets', '1', '-flvflags', 'no_duration_filesize'],
    ...['-f', 'flv', `pipe:${firstOutputDescriptor + index}`],
  ]
}
