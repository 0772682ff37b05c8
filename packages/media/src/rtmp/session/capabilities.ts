import { audioFourCcs, videoFourCcs } from '../../flv/enhanced-tag.ts'
import { type AmfObject, type AmfValue, amfObject } from '../amf/amf0.ts'
import type { Command } from './command.ts'

/** Flags of a codec (FourCcInfoMask): we pass on what we are sent. */
const canForward = 4
/** Flags of the connection (CapsExMask): modifiers before packets are understood; no reconnect request, no multitrack. */
const understandsModEx = 4

/** What only an encoder that knows Enhanced RTMP says in `connect`. */
const marks = ['fourCcList', 'videoFourCcInfoMap', 'audioFourCcInfoMap', 'capsEx']

/**
 * What the answer to `connect` says of Enhanced RTMP (v2, "Enhancing NetConnection connect Command"), in the old form of v1
 * and in the new one. Encoders that do not ask hear nothing of it.
 */
export function enhancedCapabilities(connect: Command): Record<string, AmfValue> {
  const asked = connect.values[0]
  if (!(asked instanceof Map) || !marks.some((mark) => asked.has(mark))) return {}
  const fourCcs = [...Object.keys(videoFourCcs), ...Object.keys(audioFourCcs)]
  return {
    fourCcList: fourCcs,
    videoFourCcInfoMap: infoMap(videoFourCcs),
    audioFourCcInfoMap: infoMap(audioFourCcs),
    capsEx: understandsModEx,
  }
}

function infoMap(fourCcs: object): AmfObject {
  return amfObject(Object.fromEntries(Object.keys(fourCcs).map((fourCc) => [fourCc, canForward])))
}
