/** A value of Action Message Format 0. Objects and ECMA arrays are maps, so that a name like `__proto__` is harmless. */
export type AmfValue = number | boolean | string | null | undefined | AmfObject | AmfValue[]
export type AmfObject = Map<string, AmfValue>

/** Type markers (AMF 0 specification section 2.1). */
export const amfMarkers = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  reference: 7,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xmlDocument: 15,
  typedObject: 16,
  avmPlus: 17,
} as const

export function amfObject(entries: Record<string, AmfValue>): AmfObject {
  return new Map(Object.entries(entries))
}
