import { readFile } from 'node:fs/promises'
import type { Sample, TrackConfig } from '../../sample.ts'
import { type Medium, run } from './encoder.ts'

/** Takes an MP4 file of ffmpeg's apart: records from its boxes, samples from where ffprobe says they are. */
export async function readMp4(
  file: string,
  video: TrackConfig,
  audio: TrackConfig,
  boxes: [string, string],
): Promise<Medium[]> {
  const bytes = await readFile(file)
  const entries = 'packet=stream_index,pts_time,dts_time,flags,pos,size'
  const json = await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', file])
  const { packets } = JSON.parse(json.toString()) as { packets: Record<string, string | number>[] }
  const samples = packets.map((packet): Sample => {
    const at = Number(packet.pos)
    return {
      track: packet.stream_index === 0 ? 'video' : 'audio',
      dtsMs: Math.round(Number(packet.dts_time) * 1000),
      ptsMs: Math.round(Number(packet.pts_time) * 1000),
      key: String(packet.flags).startsWith('K'),
      data: bytes.subarray(at, at + Number(packet.size)),
    }
  })
  samples.sort((a, b) => a.dtsMs - b.dtsMs)
  return [
    { config: { ...video, description: contentOf(bytes, boxes[0]) } },
    { config: { ...audio, description: contentOf(bytes, boxes[1]) } },
    ...samples.map((sample) => ({ sample })),
  ]
}

function contentOf(bytes: Buffer, type: string): Uint8Array {
  const at = bytes.indexOf(type, bytes.indexOf('moov'))
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
}
