import { run } from '../../../../../../packages/media/src/hls/testing/encoder.ts'

/** Decodes every frame of a playlist, as ffmpeg plays it. Rejects at the first error. */
export async function decodeAll(address: string): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-xerror', '-i', address, '-map', '0', '-f', 'null', '-'])
}

/** The number of video frames and the seconds of a playlist, read by ffprobe. */
export async function probe(address: string): Promise<{ frames: number; seconds: number }> {
  const show = ['-select_streams', 'v:0', '-count_packets', '-show_entries', 'stream=nb_read_packets:format=duration']
  const answer = JSON.parse((await run('ffprobe', ['-v', 'error', ...show, '-of', 'json', address])).toString())
  return { frames: Number(answer.streams[0].nb_read_packets), seconds: Number(answer.format.duration) }
}
