import { evidenceIdPattern } from '@waggle/contract/names'
import { hlsKeyPath } from '@waggle/contract/playback/hls-keys'
import { decrypt } from '@waggle/media/hls/encryption'
import { type AlignedRecording, alignRenditions } from '@waggle/media/hls/recorded/align-renditions'
import { recordedMaster, recordedPlaylist } from '@waggle/media/hls/recorded/recorded-playlist'
import type { RecordedRendition } from '@waggle/media/hls/recorded/recorded-rendition'
import { findEvidenceMedia } from '../../../db/operating/evidence.ts'
import { findClip } from '../../../db/recordings/clips.ts'
import { isCut, listCuts, listCutsToDo } from '../../../db/recordings/cuts.ts'
import {
  findPicturedObject,
  listRecordedObjects,
  type RecordedObject,
  type RecordedSegment,
} from '../../../db/recordings/recorded-objects.ts'
import { memoizeAsync } from '../../../lib/memoize-async.ts'
import { hlsKey } from '../../../lib/playback/hls-keys.ts'
import type { MediaContext } from '../../context.ts'
import { objectFileName, objectKey } from '../object-name.ts'
import { readRange } from '../store/folder-store.ts'
import type { ByteRange, ObjectBytes, RecordingStore } from '../store/recording-store.ts'
import type { UnstoredObject } from '../unstored-object.ts'
import type { PictureMedia } from './clip-pictures.ts'
import { openRecordedMovie, openSegment, type RecordedMovie } from './recorded-movie.ts'
import { findPart, isPlayed, type RecordedPart } from './recorded-part.ts'
import { type SentPiece, SharedPieces } from './shared-pieces.ts'

/** Four hours in four qualities are about 10 MB, and building them takes about 50 ms. */
const maxKept = 20
const lifeMs = 30_000

const folderPieceBytes = 256 * 1024
/** Each piece of a bucket's object is a request. */
const bucketPieceBytes = 4 * 1024 * 1024

/** Memory for media that is on its way to viewers, or was a moment ago. */
const maxPieceBytes = 64 * 1024 * 1024
/** How late a viewer may still be sent what was deleted. */
const pieceLifeMs = 500

/** The rendition that every recording has. */
const source = 'source'
/** How late a process learns that something was cut out if nobody tells it. */
const cutsLifeMs = 500
/** A recording that goes on has more after a moment. */
const liveLifeMs = 1500

/**
 * Playlists and media of recorded broadcasts and of clips, by the id of either. Of a broadcast that is live they show what is recorded so
 * far, for viewers who go back: it plays like a recording that ends there, and is requested again when the viewer comes to its end.
 */
export interface RecordedBroadcasts {
  /** Undefined when there is no such recording. */
  master(streamId: string, token: string | undefined): Promise<string | undefined>
  /** Undefined when there is no such recording or rendition. */
  playlist(streamId: string, rendition: string, token: string | undefined): Promise<string | undefined>
  /** The caller releases it. */
  read(object: ObjectAddress, range: ByteRange): Promise<SentPiece | undefined>
  /** How much is best read at a time: every answer that is being sent keeps so much in memory. */
  readonly pieceBytes: number
  /** A JPEG of about this time, at most 640 pixels wide; undefined where there is none. */
  picture(streamId: string, atMs: number): Promise<Uint8Array | undefined>
  /** In the quality of the source. */
  movie(streamId: string): Promise<RecordedMovie>
  /** Whether this is a clip that everybody may watch. */
  hasPicture(clipId: string): Promise<boolean>
  /** Of its first picture. */
  pictureMedia(clipId: string): Promise<PictureMedia | undefined>
}

interface ObjectAddress {
  streamId: string
  fileName: string
}

/** Placeholder for the viewer's token in a rendered playlist. */
const tokenPlaceholder = '{token}'

/** What is rendered once for all who request it. */
interface View {
  id: string
  part: RecordedPart
  /** The playlists carry tokens. */
  isMarked: boolean
}

interface Rendered {
  master: string
  /** By rendition. */
  playlists: Map<string, string>
}

export async function createRecordedBroadcasts(
  { db, state, now, config, secrets }: MediaContext,
  store: Pick<RecordingStore, 'read'>,
  /** What this process has that the store does not. */
  unstoredOf: (streamId: string) => readonly UnstoredObject[],
): Promise<RecordedBroadcasts> {
  const settings = config.recordings === 'off' ? undefined : config.recordings
  const publicUrl = settings?.publicUrl
  const pieceBytes = settings?.store.kind === 's3' ? bucketPieceBytes : folderPieceBytes
  const pieces = new SharedPieces({
    pieceBytes,
    maxBytes: maxPieceBytes,
    lifeMs: pieceLifeMs,
    now: () => performance.now(),
  })
  const rewindMs = (settings?.rewindHours ?? 0) * 3_600_000
  const render = ({ id, isMarked, part }: View) => renderPart(id, part, isMarked ? tokenPlaceholder : undefined)
  const load = (key: string) => render(JSON.parse(key))
  const rendered = memoizeAsync(load, { lifeMs, now, maxKeys: maxKept })
  const renderedLive = memoizeAsync(load, { lifeMs: liveLifeMs, now, maxKeys: maxKept })

  /** Of all recordings, since this process started: what was read before the last one is read again. */
  let cuts = 0
  await state.subscribe('recording-cut', () => {
    cuts += 1
  })
  const cutsToDo = memoizeAsync(() => listCutsToDo(db), { lifeMs: cutsLifeMs, now, maxKeys: 1 })

  async function renderPart(id: string, part: RecordedPart, token: string | undefined): Promise<Rendered> {
    const { broadcastId, startsMs } = part
    // Seen from the media playlist of a rendition. Evidence has addresses of its own, at which also what was cut out is served.
    const isEvidence = evidenceIdPattern.test(id)
    const folder = id === broadcastId || isEvidence ? '..' : `../../${broadcastId}`
    const renditions = toRenditions(await listObjects(broadcastId), folder, isEvidence ? undefined : publicUrl).map(
      ({ name, entries }) => ({
        name,
        entries: entries.filter((entry) => isPlayed(entry, part)),
      }),
    )
    const recording = alignRenditions(renditions, source)
    const keyUri = (keyNumber: number) => hlsKeyPath(id, keyNumber)
    const playlistOf = (rendition: AlignedRecording['renditions'][number]) =>
      recordedPlaylist(rendition, recording, { keyUri, token, startsMs })
    return {
      master: recordedMaster(recording, token),
      playlists: new Map(recording.renditions.map((rendition) => [rendition.name, playlistOf(rendition)])),
    }
  }

  async function listObjects(streamId: string): Promise<{ object: RecordedObject; isStored: boolean }[]> {
    // Before the database is asked, which may learn of one of them meanwhile.
    const unstored = unstoredOf(streamId).map(({ object }) => ({ object, isStored: false }))
    const stored = (await listRecordedObjects(db, streamId)).map((object) => ({ object, isStored: true }))
    const known = new Set(stored.map(({ object }) => objectKey(object)))
    return [...stored, ...unstored.filter(({ object }) => !known.has(objectKey(object)))]
  }

  async function read(
    { streamId, fileName }: ObjectAddress,
    range: ByteRange,
    into?: Buffer,
  ): Promise<ObjectBytes | undefined> {
    const stored = await store.read(`${streamId}/${fileName}`, range, into)
    if (stored) return stored
    const here = unstoredOf(streamId).find(({ object }) => objectFileName(object) === fileName)
    return here && readRange(here.path, range, into)
  }

  function readForViewer(object: ObjectAddress, range: ByteRange): Promise<SentPiece | undefined> {
    const key = `${object.streamId}/${object.fileName} ${range.offset} ${range.length} ${cuts}`
    return pieces.take(key, (into) => read(object, range, into))
  }

  /** Whether the range has anything of a segment that is cut out, and that may not be gone yet from the store or from this disk. */
  async function isCutAway({ streamId, fileName }: ObjectAddress, range: ByteRange): Promise<boolean> {
    const here = unstoredOf(streamId).find(({ object }) => objectFileName(object) === fileName)
    const isInWork = (await cutsToDo(String(cuts))).some(({ broadcastId }) => broadcastId === streamId)
    if (here === undefined && !isInWork) return false
    const stretches = await listCuts(db, streamId)
    const objects = here ? [here.object] : await listRecordedObjects(db, streamId)
    const object = objects.find((one) => objectFileName(one) === fileName)
    const removed = object?.contents.segments.filter((segment) => isCut(segment, stretches)) ?? []
    return removed.some(({ offset, length }) => offset < range.offset + range.length && offset + length > range.offset)
  }

  function mediaOf(streamId: string) {
    return {
      read: (object: RecordedObject, range: ByteRange) => read({ streamId, fileName: objectFileName(object) }, range),
      keyOf: (keyNumber: number) => hlsKey(secrets.hlsKeys, streamId, keyNumber),
    }
  }

  /** What is deleted has no playlists from the moment of its deletion. */
  async function find(id: string, token: string | undefined): Promise<Rendered | undefined> {
    const part = await findPart(db, id, { nowMs: now(), rewindMs })
    if (part === undefined) return undefined
    const view: View = { id, part, isMarked: token !== undefined }
    const found = await (part.isGrowing ? renderedLive : rendered)(JSON.stringify(view))
    return found.playlists.size > 0 ? found : undefined
  }

  return {
    async master(streamId, token) {
      return (await find(streamId, token))?.master.replaceAll(tokenPlaceholder, token ?? '')
    },
    async playlist(streamId, rendition, token) {
      return (await find(streamId, token))?.playlists.get(rendition)?.replaceAll(tokenPlaceholder, token ?? '')
    },
    async read(object, range) {
      if (evidenceIdPattern.test(object.streamId)) {
        const media = await findEvidenceMedia(db, object.streamId)
        return media && readForViewer({ ...object, streamId: media.broadcastId }, range)
      }
      return (await isCutAway(object, range)) ? undefined : readForViewer(object, range)
    },
    pieceBytes,
    async picture(streamId, atMs) {
      const object = await findPicturedObject(db, streamId, atMs)
      const { picture } = object?.contents ?? {}
      if (object === undefined || picture === undefined) return undefined
      const stretches = await listCuts(db, streamId)
      // Nobody knows of which of its segments the picture is.
      if (object.contents.segments.some((segment) => isCut(segment, stretches))) return undefined
      const found = await read({ streamId, fileName: objectFileName(object) }, picture)
      const key = hlsKey(secrets.hlsKeys, streamId, picture.keyNumber)
      return found && decrypt(found.bytes, { ...picture, key, iv: Buffer.from(picture.iv, 'hex') })
    },
    async movie(id) {
      const part = await findPart(db, id, { nowMs: now(), rewindMs })
      if (part === undefined) throw new Error('the recording has been deleted')
      const { broadcastId } = part
      const objects = (await listObjects(broadcastId)).flatMap(({ object }) =>
        object.rendition === source && object.contents.segments.some((segment) => isPlayed(segment, part))
          ? [object]
          : [],
      )
      const isWanted = (segment: RecordedSegment) => isPlayed(segment, part)
      return openRecordedMovie(objects, { ...mediaOf(broadcastId), isWanted })
    },
    hasPicture: async (clipId) => (await findClip(db, clipId))?.isPublic === true,
    async pictureMedia(clipId) {
      const part = await findPart(db, clipId, { nowMs: now(), rewindMs })
      if (part?.startsMs === undefined) return undefined
      const { broadcastId, startsMs } = part
      for (const { object } of await listObjects(broadcastId)) {
        const segment = object.contents.segments.find(
          (one) => isPlayed(one, part) && one.startedAtMs + one.durationS * 1000 > startsMs,
        )
        if (object.rendition !== source || segment === undefined) continue
        const media = await openSegment(object, segment, mediaOf(broadcastId))
        return { media, afterSeconds: Math.max(0, startsMs - segment.startedAtMs) / 1000 }
      }
      return undefined
    },
  }
}

function toRenditions(
  objects: readonly { object: RecordedObject; isStored: boolean }[],
  folder: string,
  publicUrl: string | undefined,
): RecordedRendition[] {
  const byName = Map.groupBy(objects, ({ object }) => object.rendition)
  return [...byName].map(([name, own]) => {
    const inits = new Map<number, RecordedRendition['entries'][number]['init']>()
    const entries = own.flatMap(({ object, isStored }) => {
      const isPublic = isStored && publicUrl !== undefined
      const place = {
        uri: `${isPublic ? `${publicUrl}/${object.broadcastId}` : folder}/${objectFileName(object)}`,
        rangeBy: isPublic ? ('tag' as const) : ('address' as const),
      }
      // Every object has the initialisation segment: the first one of a period is used for all of it.
      for (const init of object.contents.inits)
        if (!inits.has(init.number)) inits.set(init.number, { ...init, ...place })
      return object.contents.segments.flatMap(({ init: initNumber, ...segment }) => {
        const init = inits.get(initNumber)
        return init === undefined ? [] : [{ ...segment, ...place, init }]
      })
    })
    return { name, entries }
  })
}
