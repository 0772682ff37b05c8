import type { ObjectName } from '../../db/recordings/recorded-objects.ts'

const filePattern = /^([A-Za-z0-9_-]{1,64})\.([a-z0-9]{1,16})-(\d{1,15})\.m4s$/

/** The key of an object in the store. */
export function objectKey(object: ObjectName): string {
  return `${object.broadcastId}/${objectFileName(object)}`
}

/** The last part of an object's key. */
export function objectFileName({ rendition, firstSequence }: Omit<ObjectName, 'broadcastId'>): string {
  return `${rendition}-${firstSequence}.m4s`
}

/** The name of an object's file until it is stored. */
export function spoolFileName({ broadcastId, rendition, firstSequence }: ObjectName): string {
  return `${broadcastId}.${rendition}-${firstSequence}.m4s`
}

export function parseSpoolFileName(name: string): ObjectName | undefined {
  const [, broadcastId, rendition, firstSequence] = filePattern.exec(name) ?? []
  if (broadcastId === undefined || rendition === undefined) return undefined
  return { broadcastId, rendition, firstSequence: Number(firstSequence) }
}
