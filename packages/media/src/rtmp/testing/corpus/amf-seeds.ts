import { type AmfValue, amfObject } from '../../amf/amf0.ts'
import { encodeAmf0 } from '../../amf/amf0-encode.ts'

const connect = (more: Record<string, AmfValue>) =>
  encodeAmf0('connect', 1, amfObject({ app: 'live', tcUrl: 'rtmp://127.0.0.1/live', ...more }))
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const name = (text: string) => Buffer.concat([hex('02'), length(text), Buffer.from(text)])
const property = (text: string) => Buffer.concat([length(text), Buffer.from(text)])

/** Bodies of commands and metadata in AMF0: each type once, and what encoders send. */
export const amfSeeds: Record<string, Buffer> = {
  // AMF 0 specification, sections 2.2 to 2.18.
  number: hex('00 3ff0000000000000'),
  notANumber: hex('00 7ff8000000000001 00 fff0000000000000'),
  booleans: hex('01 01 01 00 01 7f'),
  string: hex('02 0004 6c697665'),
  invalidUtf8: hex('02 0006 f0288cbc c0af'),
  object: hex('03 0003 617070 02 0004 6c697665 000009'),
  nothing: hex('05 06 0d'),
  reference: hex('03 0001 61 07 0000 000009 07 ffff'),
  ecmaArray: hex('08 ffffffff 0001 61 05 000009'),
  strictArray: hex('0a 00000002 05 0101'),
  wrongCount: hex('0a 7fffffff 05'),
  date: hex('0b 408f400000000000 003c'),
  longString: hex('0c 00000002 6869'),
  xml: hex('0f 00000004 3c612f3e'),
  typedObject: hex('10 0001 54 0001 78 0101 000009'),
  switchToAmf3: hex('0101 11 0a0b01'),
  nested: Buffer.concat([
    Buffer.from('03000161'.repeat(31), 'hex'),
    hex('05'),
    Buffer.from('000009'.repeat(31), 'hex'),
  ]),
  prototypeNames: hex('03 0009 5f5f70726f746f5f5f 0101 000b 636f6e7374727563746f72 05 000009'),
  emptyNames: hex('03 0000 05 0000 05 000009'),
  // Commands (RTMP 1.0 section 7.2).
  connectOfFfmpeg: connect({ type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Lavf59.27.100)' }),
  connectOfObs: connect({
    type: 'nonprivate',
    flashVer: 'FMLE/3.0 (compatible; FMSc/1.0)',
    swfUrl: 'rtmp://127.0.0.1/live',
    fourCcList: ['av01', 'hvc1'],
  }),
  connectOfFlash: connect({ fpad: false, audioCodecs: 3191, videoCodecs: 252, videoFunction: 1, objectEncoding: 3 }),
  connectOfLarix: connect({
    flashVer: 'LNX 9,0,124,2',
    capsEx: 15,
    videoFourCcInfoMap: amfObject({ '*': 7, hvc1: 4 }),
  }),
  createStream: encodeAmf0('createStream', 4, null),
  publish: encodeAmf0('publish', 5, null, 'KEY?token=a%20b', 'live'),
  publishWithoutName: encodeAmf0('publish', 5, null),
  play: encodeAmf0('play', 0, null, 'KEY', -2000, -1, true),
  deleteStream: encodeAmf0('deleteStream', 6, null, 1),
  answer: encodeAmf0('_result', 1, amfObject({ code: 'NetConnection.Connect.Success' }), undefined),
  transactionOfText: Buffer.concat([name('releaseStream'), name('two'), hex('05'), name('KEY')]),
  // Metadata.
  metadataOfFfmpeg: Buffer.concat([
    name('@setDataFrame'),
    name('onMetaData'),
    hex('08 00000003'),
    ...[property('duration'), hex('00 0000000000000000'), property('width'), hex('00 4094000000000000')],
    ...[property('encoder'), name('Lavf59.27.100'), hex('000009')],
  ]),
  metadataOfObs: encodeAmf0(
    '@setDataFrame',
    'onMetaData',
    amfObject({ '2.1': false, '7.1': false, encoder: 'obs-output module (libobs version 30.0.2)', fileSize: 0 }),
  ),
  metadataOfWirecast: encodeAmf0('onMetaData', amfObject({ author: '', videocodecid: 'avc1', avcprofile: 77 })),
  cuePoint: encodeAmf0('onCuePoint', amfObject({ name: 'ad', time: 12.5, parameters: amfObject({ id: 1 }) })),
}

function length(text: string): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(Buffer.byteLength(text))
  return bytes
}
