import { audioFourCcs, videoFourCcs } from '../../flv/enhanced-tag.ts'
import { type AmfObject, type AmfValue, amfObject } from '../amf/amf0.ts'
import type { Command } from './command.ts'

/** Flags of a codec (FourCcInfoMask): frames are forwarded, not decoded. */
const canForward = 4
/** Flags of the connection (CapsExMask): ModEx packets are supported, reconnect requests and multitrack are not. */
const supportsModEx = 4

/** Properties of `connect` that only encoders with Enhanced RTMP send. */
const enhancedProperties = ['fourCcList', 'videoFourCcInfoMap', 'audioFourCcInfoMap', 'capsEx']

/**
 * The Enhanced RTMP part of the response to `connect` (v2, "Enhancing NetConnection connect Command"), in the forms of v1 and v2.
 * Empty for encoders that did not announce Enhanced RTMP.
 */
export function enhancedCapabilities(connect: Command): Record<string, AmfValue> {
  const object = connect.values[0]
  if (!(object instanceof Map) || !enhancedProperties.some((property) => object.has(property))) return {}
  const fourCcs = [...Object.keys(videoFourCcs), ...Object.keys(audioFourCcs)]
  return {
    fourCcList: fourCcs,
    videoFourCcInfoMap: infoMap(videoFourCcs),
    audioFourCcInfoMap: infoMap(audioFourCcs),
    capsEx: supportsModEx,
  }
}

function infoMap(fourCcs: object): AmfObject {
  return amfObject(Object.fromEntries(Object.keys(fourCcs).map((fourCc) => [fourCc, canForward])))
}
