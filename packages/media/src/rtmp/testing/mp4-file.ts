import { type Box, boxesIn, boxesOf, contentOf } from '../../fmp4/box-reader.ts'

/** One track of a fragmented MP4 file that another program wrote. */
export interface Mp4Track {
  /** Type of the sample entry, such as 'hvc1'. */
  entry: string
  /** Content of the decoder configuration box, such as 'hvcC'. */
  configuration: Buffer
  samples: Mp4Sample[]
}

export interface Mp4Sample {
  dtsMs: number
  /** Presentation time minus decode time. */
  offsetMs: number
  isKey: boolean
  data: Buffer
}

const entryHeaderBytes = { video: 78, audio: 28 }
const configurationBoxes = ['avcC', 'hvcC', 'av1C', 'dOps']

/** Reads what `ffmpeg -f mp4 -movflags frag_keyframe+empty_moov+default_base_moof` writes (ISO/IEC 14496-12 section 8.8). */
export function readFragmentedMp4(file: Buffer): Mp4Track[] {
  const top = boxesOf(file)
  const moov = boxesIn(top, 'moov')
  const tracks = new Map<number, Mp4Track & { timescale: number }>()
  for (const { content: trak } of moov.filter(({ type }) => type === 'trak')) {
    const mdia = boxesIn(boxesOf(trak), 'mdia')
    const table = boxesIn(boxesIn(mdia, 'minf'), 'stbl')
    const entry = boxesOf(contentOf(table, 'stsd').subarray(8))[0]!
    const isVideo = contentOf(mdia, 'hdlr').toString('latin1', 8, 12) === 'vide'
    const inner = boxesOf(entry.content.subarray(isVideo ? entryHeaderBytes.video : entryHeaderBytes.audio))
    const configuration = inner.find(({ type }) => configurationBoxes.includes(type))
    const id = contentOf(boxesOf(trak), 'tkhd').readUInt32BE(12)
    tracks.set(id, {
      entry: entry.type,
      configuration: configuration?.content ?? Buffer.alloc(0),
      samples: [],
      timescale: contentOf(mdia, 'mdhd').readUInt32BE(12),
    })
  }
  for (const moof of top.filter(({ type }) => type === 'moof')) {
    for (const { content } of boxesOf(moof.content).filter(({ type }) => type === 'traf')) {
      const track = tracks.get(contentOf(boxesOf(content), 'tfhd').readUInt32BE(4))!
      track.samples.push(...readRun(boxesOf(content), file.subarray(moof.start), track.timescale))
    }
  }
  return [...tracks.values()].map(({ entry, configuration, samples }) => ({ entry, configuration, samples }))
}

function readRun(traf: Box[], fromMoof: Buffer, timescale: number): Mp4Sample[] {
  const header = contentOf(traf, 'tfhd')
  const headerFlags = header.readUInt32BE(0)
  let at = 4
  const defaultOf = (flag: number): number => {
    if (!(headerFlags & flag)) return 0
    at += 4
    return header.readUInt32BE(at)
  }
  const [duration, size, flags] = [defaultOf(8), defaultOf(16), defaultOf(32)]
  const decodeTime = contentOf(traf, 'tfdt')
  let ticks = decodeTime[0] === 1 ? Number(decodeTime.readBigUInt64BE(4)) : decodeTime.readUInt32BE(4)
  const toMs = (value: number) => Math.round((value * 1000) / timescale)
  const samples: Mp4Sample[] = []
  for (const { content: run } of traf.filter(({ type }) => type === 'trun')) {
    const runFlags = run.readUInt32BE(0) & 0xffffff
    let dataAt = run.readInt32BE(8)
    let position = runFlags & 4 ? 12 : 8
    const firstFlags = runFlags & 4 ? run.readUInt32BE(12) : undefined
    for (let index = 0; index < run.readUInt32BE(4); index++) {
      const field = (flag: number, otherwise: number): number => {
        if (!(runFlags & flag)) return otherwise
        position += 4
        return run.readInt32BE(position)
      }
      const length = field(0x100, duration)
      const bytes = field(0x200, size)
      const marks = field(0x400, index === 0 ? (firstFlags ?? flags) : flags)
      const offset = field(0x800, 0)
      const dtsMs = toMs(ticks)
      const data = fromMoof.subarray(dataAt, dataAt + bytes)
      samples.push({ dtsMs, offsetMs: toMs(ticks + offset) - dtsMs, isKey: (marks & 0x10000) === 0, data })
      ticks += length
      dataAt += bytes
    }
  }
  return samples
}
