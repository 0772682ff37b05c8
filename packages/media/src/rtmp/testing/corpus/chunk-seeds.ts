import { avcFrame } from '../media-messages.ts'

const fill = (bytes: number, byte = '55') => byte.repeat(bytes)
const control = (type: string, body: string) =>
  `02 000000 ${(body.replaceAll(' ', '').length / 2).toString(16).padStart(6, '0')} ${type} 00000000 ${body}`
const frame = avcFrame(true).toString('hex')
const frameLength = (frame.length / 2).toString(16).padStart(6, '0')

/** Chunks of a publisher, by their special feature (RTMP 1.0 sections 5.3 and 5.4). */
export const chunkSeeds: Record<string, Buffer> = read({
  // Basic headers of one, two and three bytes.
  lowestStream: `03 000001 ${frameLength} 09 01000000 ${frame}`,
  highestShortStream: `3f 000001 ${frameLength} 09 01000000 ${frame}`,
  twoByteStream: `00ff 000002 000082 09 01000000 ${fill(128)} c0ff ${fill(2)}`,
  threeByteStream: `01ffff 000004 000082 09 01000000 ${fill(128)} c1ffff ${fill(2)}`,
  oneStreamInTwoForms: `00ff 000002 000082 09 01000000 ${fill(128)} c1ff00 ${fill(2)}`,
  // Message headers of eleven, seven, three and no bytes.
  allTypes: `04 000064 ${frameLength} 09 01000000 ${frame} 44 000021 ${frameLength} 09 ${frame} 84 000021 ${frame} c4 ${frame}`,
  beginsWithDelta: `44 000021 ${frameLength} 09 ${frame}`,
  beginsWithNothing: `c4 ${frame}`,
  repeatedDelta: `04 000021 000001 09 01000000 aa 84 000021 bb c4 cc c4 dd`,
  negativeDelta: `04 000064 000001 09 01000000 aa 84 ffffff fffffff6 bb`,
  newStreamId: `04 000000 ${frameLength} 09 01000000 ${frame} 04 000021 ${frameLength} 09 02000000 ${frame}`,
  // Extended timestamps: in each header type, repeated and not, an absolute one after a delta.
  extended: `04 ffffff ${frameLength} 09 01000000 01000000 ${frame}`,
  extendedLast: `04 ffffff ${frameLength} 09 01000000 ffffffff ${frame} 44 000021 ${frameLength} 09 ${frame}`,
  extendedRepeated: `04 ffffff 000104 09 01000000 01000000 ${fill(128)} c4 01000000 ${fill(128)} c4 01000000 ${fill(4)}`,
  extendedOmitted: `04 ffffff 000104 09 01000000 01000000 ${fill(128)} c4 ${fill(128)} c4 ${fill(4)}`,
  extendedDelta: `04 000001 000001 09 01000000 aa 44 ffffff 000082 09 01000000 ${fill(128)} c4 01000001 ${fill(2)}`,
  extendedDeltaAlone: `04 000000 000001 09 01000000 aa 84 ffffff 01000000 bb c4 01000000 cc`,
  extendedBelowNeed: `04 ffffff 000001 09 01000000 00000005 aa`,
  // Chunk sizes.
  chunkSizeOfOne: `${control('01', '00000001')} 04 000000 000004 09 01000000 17 c4 02 c4 00 c4 00`,
  chunkSizeOfMost: `${control('01', '7fffffff')} 04 000000 000100 09 01000000 ${fill(256)}`,
  chunkSizeOfZero: control('01', '00000000'),
  chunkSizeWithFirstBit: control('01', '80000001'),
  chunkSizeInMessage: `04 000000 000100 09 01000000 ${fill(128)} ${control('01', '00000064')} c4 ${fill(100)} c4 ${fill(28)}`,
  // Interleaving, aborting, limits of length.
  interleaved: `04 000000 000102 09 01000000 ${fill(128)} 06 000000 000084 08 01000000 ${fill(128, 'af')} c4 ${fill(128)} c6 ${fill(4)} c4 ${fill(2)}`,
  aborted: `04 000000 000100 09 01000000 ${fill(128)} ${control('02', '00000004')} 04 000007 ${frameLength} 09 01000000 ${frame}`,
  abortOfNothing: `${control('02', '7fffffff')} ${control('02', '00000004')}`,
  replacedInTheMiddle: `04 000000 000100 09 01000000 ${fill(128)} 04 000021 ${frameLength} 09 01000000 ${frame}`,
  empty: '04 000001 000000 09 01000000 44 000001 000000 08',
  longest: '04 000000 a00000 09 01000000 1701000000',
  longerThanAllowed: '04 000000 a00001 09 01000000 1701000000',
  // Other messages that a publisher may send.
  window: `${control('05', '002625a0')} ${control('06', '002625a002')} ${control('03', '00010000')}`,
  windowOfNothing: control('05', '00000000'),
  ping: `${control('04', '0006 00000539')} ${control('04', '0003 00000001 00000bb8')} ${control('04', '001f 00000001')}`,
  unknownType: `04 000000 000004 63 01000000 00000000 ${control('ff', '00')}`,
  sharedObject: `04 000000 000010 13 00000000 ${fill(16, '00')}`,
})

function read(seeds: Record<string, string>): Record<string, Buffer> {
  const entries = Object.entries(seeds)
  return Object.fromEntries(entries.map(([name, hex]) => [name, Buffer.from(hex.replaceAll(' ', ''), 'hex')]))
}
