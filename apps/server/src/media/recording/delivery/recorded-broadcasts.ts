import { hlsKeyPath } from '@waggle/contract/playback/hls-keys'
import { decrypt } from '@waggle/media/hls/encryption'
import { type AlignedRecording, alignRenditions } from '@waggle/media/hls/recorded/align-renditions'
import { recordedMaster, recordedPlaylist } from '@waggle/media/hls/recorded/recorded-playlist'
import type { RecordedRendition } from '@waggle/media/hls/recorded/recorded-rendition'
import { findBroadcast, isLive } from '../../../db/broadcasts/broadcasts.ts'
import {
  findPicturedObject,
  listRecordedObjects,
  type RecordedObject,
} from '../../../db/recordings/recorded-objects.ts'
import { findReplay } from '../../../db/recordings/replays.ts'
import { hlsKey } from '../../../lib/hls-keys.ts'
import { memoizeAsync } from '../../../lib/memoize-async.ts'
import type { MediaContext } from '../../context.ts'
import { objectFileName, objectKey } from '../object-name.ts'
import { readRange } from '../store/folder-store.ts'
import type { ByteRange, ObjectBytes, RecordingStore } from '../store/recording-store.ts'
import type { UnstoredObject } from '../unstored-object.ts'
import { openRecordedMovie, type RecordedMovie } from './recorded-movie.ts'

/** Four hours in four qualities are about 10 MB, and building them takes about 50 ms. */
const maxKept = 20
const lifeMs = 30_000

/** The rendition that every recording has. */
const source = 'source'
/** A recording that goes on has more after a moment. */
const liveLifeMs = 1500

/**
 * Playlists and media of recorded broadcasts. Of one that is live they show what is recorded so far, for viewers who go back: it plays like
 * a recording that ends there, and is requested again when the viewer comes to its end.
 */
export interface RecordedBroadcasts {
  /** Undefined when there is no such recording. */
  master(streamId: string, token: string | undefined): Promise<string | undefined>
  /** Undefined when there is no such recording or rendition. */
  playlist(streamId: string, rendition: string, token: string | undefined): Promise<string | undefined>
  read(object: ObjectAddress, range: ByteRange): Promise<ObjectBytes | undefined>
  /** A JPEG of about this time, at most 640 pixels wide; undefined where there is none. */
  picture(streamId: string, atMs: number): Promise<Uint8Array | undefined>
  /** In the quality of the source. */
  movie(streamId: string): Promise<RecordedMovie>
}

interface ObjectAddress {
  streamId: string
  fileName: string
}

/** Placeholder for the viewer's token in a rendered playlist. */
const tokenPlaceholder = '{token}'

interface Rendered {
  master: string
  /** By rendition. */
  playlists: Map<string, string>
}

export function createRecordedBroadcasts(
  { db, now, config, secrets }: MediaContext,
  store: Pick<RecordingStore, 'read'>,
  /** What this process has that the store does not. */
  unstoredOf: (streamId: string) => readonly UnstoredObject[],
): RecordedBroadcasts {
  const settings = config.recordings === 'off' ? undefined : config.recordings
  const publicUrl = settings?.publicUrl
  const rewindMs = (settings?.rewindHours ?? 0) * 3_600_000
  const rendered = memoizeAsync((variant) => render(variant, 0), { lifeMs, now, maxKeys: maxKept })
  const renderedLive = memoizeAsync((variant) => render(variant, now() - rewindMs), {
    ...{ lifeMs: liveLifeMs, now, maxKeys: maxKept },
  })

  /** `variant` is the stream id, and a mark when the playlists carry tokens. */
  async function render(variant: string, fromMs: number): Promise<Rendered> {
    const [streamId = '', mark] = variant.split(' ')
    const token = mark && tokenPlaceholder
    const renditions = toRenditions(await listObjects(streamId), publicUrl).map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ startedAtMs }) => startedAtMs >= fromMs),
    }))
    const recording = alignRenditions(renditions, source)
    const keyUri = (keyNumber: number) => hlsKeyPath(streamId, keyNumber)
    const playlistOf = (rendition: AlignedRecording['renditions'][number]) =>
      recordedPlaylist(rendition, recording, { keyUri, token })
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

  async function read({ streamId, fileName }: ObjectAddress, range: ByteRange): Promise<ObjectBytes | undefined> {
    const stored = await store.read(`${streamId}/${fileName}`, range)
    if (stored) return stored
    const here = unstoredOf(streamId).find(({ object }) => objectFileName(object) === fileName)
    return here && readRange(here.path, range)
  }

  /** A deleted replay has no playlists from the moment of its deletion. */
  async function find(streamId: string, token: string | undefined): Promise<Rendered | undefined> {
    const variant = token === undefined ? streamId : `${streamId} token`
    if (await findReplay(db, streamId)) return rendered(variant)
    const broadcast = await findBroadcast(db, streamId)
    if (!broadcast || !isLive(broadcast, now())) return undefined
    const live = await renderedLive(variant)
    return live.playlists.size > 0 ? live : undefined
  }

  return {
    async master(streamId, token) {
      return (await find(streamId, token))?.master.replaceAll(tokenPlaceholder, token ?? '')
    },
    async playlist(streamId, rendition, token) {
      return (await find(streamId, token))?.playlists.get(rendition)?.replaceAll(tokenPlaceholder, token ?? '')
    },
    read,
    async picture(streamId, atMs) {
      const object = await findPicturedObject(db, streamId, atMs)
      const { picture } = object?.contents ?? {}
      if (object === undefined || picture === undefined) return undefined
      const found = await read({ streamId, fileName: objectFileName(object) }, picture)
      const key = hlsKey(secrets.hlsKeys, streamId, picture.keyNumber)
      return found && decrypt(found.bytes, { ...picture, key, iv: Buffer.from(picture.iv, 'hex') })
    },
    async movie(streamId) {
      const objects = (await listObjects(streamId)).flatMap(({ object }) =>
        object.rendition === source ? [object] : [],
      )
      return openRecordedMovie(objects, {
        read: (object, range) => read({ streamId, fileName: objectFileName(object) }, range),
        keyOf: (keyNumber) => hlsKey(secrets.hlsKeys, streamId, keyNumber),
      })
    },
  }
}

function toRenditions(
  objects: readonly { object: RecordedObject; isStored: boolean }[],
  publicUrl: string | undefined,
): RecordedRendition[] {
  const byName = Map.groupBy(objects, ({ object }) => object.rendition)
  return [...byName].map(([name, own]) => {
    const inits = new Map<number, RecordedRendition['entries'][number]['init']>()
    const entries = own.flatMap(({ object, isStored }) => {
      const isPublic = isStored && publicUrl !== undefined
      const place = {
        // Seen from the media playlist of a rendition.
        uri: `${isPublic ? `${publicUrl}/${object.broadcastId}` : '..'}/${objectFileName(object)}`,
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
