import { aacFrame, aacHeader, av1Record, avcFrame, avcHeader, hevcRecord, opusHeader } from '../media-messages.ts'
import { configurationSeeds } from './configuration-seeds.ts'

type Tag = [type: 'audio' | 'video' | 'script', timeMs: number, ...body: (Uint8Array | string)[]]

const types = { audio: 8, video: 9, script: 18 }
const avc = avcHeader()
const aac = aacHeader()
const { avc: avcSets, aac: aacSets } = configurationSeeds
const hevcFrame = '00000003 2601af'
const av1Frame = Buffer.concat([av1Record.subarray(4), Buffer.from('3203100000', 'hex')])

/** Consecutive FLV tags, as in a file or an aggregate message (FLV 10.1 Annex E.4), by name. */
export const tagSeeds: Record<string, Buffer> = write({
  usual: [['script', 0, '02 000a 6f6e4d65746144617461 05'], ['video', 0, avc], ['audio', 0, aac], ...oneSecond()],
  audioOnly: [
    ['audio', 0, aac],
    ['audio', 0, aacFrame()],
    ['audio', 23, aacFrame()],
  ],
  videoOnly: [
    ['video', 0, avc],
    ['video', 0, avcFrame(true)],
    ['video', 33, avcFrame(false)],
  ],
  framesBeforeHeaders: [
    ['video', 0, avcFrame(true)],
    ['audio', 0, aacFrame()],
    ['video', 5, avc],
    ['audio', 5, aac],
  ],
  reordered: [
    ['video', 0, avc],
    ['video', 0, avcFrame(true, 66)],
    ['video', 33, avcFrame(false, 133)],
    ['video', 66, avcFrame(false, -33)],
  ],
  farComposition: [
    ['video', 0, avc],
    ['video', 0, avcFrame(true, 0x7fffff)],
    ['video', 33, avcFrame(false, -0x800000)],
  ],
  newVideoConfig: [
    ['video', 0, avc],
    ['video', 0, avcFrame(true)],
    ['video', 40, avcHeader(avcSets.high)],
    ['video', 40, avcFrame(true)],
  ],
  newAudioConfig: [
    ['audio', 0, aac],
    ['audio', 0, aacFrame()],
    ['audio', 23, aacHeader(aacSets.surround)],
    ['audio', 23, aacFrame()],
  ],
  backwards: [
    ['video', 5000, avc],
    ['video', 5000, avcFrame(true)],
    ['video', 100, avcFrame(false)],
    ['video', 133, avcFrame(true)],
  ],
  wrapping: [
    ['video', 0, avc],
    ['video', 0xffffffe0, avcFrame(true)],
    ['video', 1, avcFrame(false)],
    ['video', 34, avcFrame(false)],
  ],
  stuckTimestamps: [['video', 7, avc], ...Array.from({ length: 20 }, (): Tag => ['video', 7, avcFrame(true)])],
  endOfSequence: [
    ['video', 0, avc],
    ['video', 0, avcFrame(true)],
    ['video', 33, '17 02 000000'],
    ['audio', 33, 'af 02'],
  ],
  lengthsOfOneByte: [
    ['video', 0, avcHeader(avcSets.lengthsOfOneByte)],
    ['video', 0, '17 01 000000 03 65 8884'],
  ],
  brokenUnit: [
    ['video', 0, avc],
    ['video', 0, '17 01 000000 7fffffff 65'],
  ],
  unitOfNothing: [
    ['video', 0, avc],
    ['video', 0, '17 01 000000 00000000 00000002 09f0 00000003 658884'],
  ],
  informationAlone: [
    ['video', 0, avc],
    ['video', 0, '17 01 000000 00000004 06050100'],
  ],
  command: [
    ['video', 0, avc],
    ['video', 0, '57 00'],
    ['video', 0, '17 01 000000'],
  ],
  emptyTags: [
    ['video', 0],
    ['audio', 0],
    ['script', 0],
    ['video', 0, '17'],
    ['audio', 0, 'af'],
  ],
  // Codecs that are refused with a reason.
  oldVideoCodec: [['video', 0, '12 0000840a']],
  oldHevc: [['video', 0, '1c 00000000 0101']],
  oldAudioCodecs: [
    ['audio', 0, '2f fffb'],
    ['audio', 0, 'b2 00'],
    ['audio', 0, '3f 0000'],
  ],
  // Enhanced RTMP v2.
  hevc: [
    ['video', 0, '90 68766331', hevcRecord],
    ['video', 0, '91 68766331 000000', hevcFrame],
    ['video', 33, 'a3 68766331', '00000003 0201af'],
  ],
  hevcTenBits: [
    ['video', 0, '90 68766331', configurationSeeds.hevc.main10],
    ['video', 0, '93 68766331', hevcFrame],
  ],
  av1: [
    ['video', 0, '90 61763031', av1Record],
    ['video', 0, '91 61763031', av1Frame],
    ['video', 33, 'a1 61763031 1a0180 36040830 0000'],
  ],
  av1HeaderLater: [
    ['video', 0, '90 61763031', av1Record.subarray(0, 4)],
    ['video', 0, '91 61763031', av1Frame],
  ],
  enhancedAvc: [
    ['video', 0, '90 61766331', avcSets.main],
    ['video', 0, '91 61766331 000021', avcFrame(true).subarray(5)],
  ],
  opus: [
    ['audio', 0, '90 4f707573', opusHeader],
    ['audio', 0, '91 4f707573 fc0102'],
    ['audio', 20, '91 4f707573 7b820102'],
  ],
  enhancedAac: [
    ['audio', 0, '90 6d703461', aacSets.stereo48],
    ['audio', 0, '91 6d703461 21211234'],
  ],
  modifiers: [
    ['video', 0, '97 02 0003e8 00 68766331', hevcRecord],
    ['video', 0, `97 ff0003 ${'00'.repeat(4)} 01 68766331 000000`, hevcFrame],
  ],
  modifierWithoutEnd: [['video', 0, '97 00 00 07 00 00 07 00 00 07']],
  colourInformation: [['video', 0, '94 68766331 02 0009 636f6c6f72496e666f 03 000009']],
  multitrack: [
    ['video', 0, '96 00 68766331 00', hevcRecord],
    ['audio', 0, '95 00 4f707573 00', opusHeader],
  ],
  unknownCodec: [
    ['video', 0, '90 76703039 00'],
    ['audio', 0, '90 664c6143 00'],
  ],
})

function oneSecond(): Tag[] {
  return Array.from({ length: 10 }, (_, index): Tag[] => [
    ['video', index * 100, avcFrame(index === 0, 0, 60)],
    ['audio', index * 100, aacFrame(40)],
  ]).flat()
}

function write(seeds: Record<string, Tag[]>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(seeds).map(([name, tags]) => [name, Buffer.concat(tags.map(writeTag))]))
}

function writeTag([type, timeMs, ...parts]: Tag): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part.replaceAll(' ', ''), 'hex') : part)),
  )
  const head = Buffer.alloc(11)
  head[0] = types[type]
  head.writeUIntBE(body.length, 1, 3)
  head.writeUIntBE(timeMs & 0xffffff, 4, 3)
  head[7] = timeMs >>> 24
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length + body.length)
  return Buffer.concat([head, body, size])
}
