import { type AlignedRecording, alignRenditions } from '@waggle/media/hls/recorded/align-renditions'
import { recordedMaster, recordedPlaylist } from '@waggle/media/hls/recorded/recorded-playlist'
import type { RecordedRendition } from '@waggle/media/hls/recorded/recorded-rendition'
import { listRecordedObjects, type RecordedObject } from '../../../db/recordings/recorded-objects.ts'
import { findReplay } from '../../../db/recordings/replays.ts'
import { hlsKeyPath } from '../../../lib/hls-keys.ts'
import { memoizeAsync } from '../../../lib/memoize-async.ts'
import type { MediaContext } from '../../context.ts'
import { objectFileName } from '../object-name.ts'
import type { ByteRange, ObjectBytes, RecordingStore } from '../store/recording-store.ts'

/** Four hours in four qualities are about 10 MB, and building them takes about 50 ms. */
const maxKept = 20
const lifeMs = 30_000

/** Playlists and media of recorded broadcasts that are over. */
export interface RecordedBroadcasts {
  /** Undefined when there is no such replay. */
  master(streamId: string, token: string | undefined): Promise<string | undefined>
  /** Undefined when there is no such replay or rendition. */
  playlist(streamId: string, rendition: string, token: string | undefined): Promise<string | undefined>
  read(key: string, range: ByteRange): Promise<ObjectBytes | undefined>
}

/** Placeholder for the viewer's token in a rendered playlist. */
const tokenPlaceholder = '{token}'

interface Rendered {
  master: string
  /** By rendition. */
  playlists: Map<string, string>
}

export function createRecordedBroadcasts(
  { db, now, config }: MediaContext,
  store: Pick<RecordingStore, 'read'>,
): RecordedBroadcasts {
  const publicUrl = config.recordings === 'off' ? undefined : config.recordings.publicUrl
  const rendered = memoizeAsync(render, { lifeMs, now, maxKeys: maxKept })

  /** `variant` is the stream id, and a mark when the playlists carry tokens. */
  async function render(variant: string): Promise<Rendered> {
    const [streamId = '', mark] = variant.split(' ')
    const token = mark && tokenPlaceholder
    const recording = alignRenditions(toRenditions(await listRecordedObjects(db, streamId), publicUrl), 'source')
    const keyUri = (keyNumber: number) => hlsKeyPath(streamId, keyNumber)
    const playlistOf = (rendition: AlignedRecording['renditions'][number]) =>
      recordedPlaylist(rendition, recording, { keyUri, token, rangesBy: publicUrl === undefined ? 'address' : 'tag' })
    return {
      master: recordedMaster(recording, token),
      playlists: new Map(recording.renditions.map((rendition) => [rendition.name, playlistOf(rendition)])),
    }
  }

  /** A deleted replay has no playlists from the moment of its deletion. */
  async function find(streamId: string, token: string | undefined): Promise<Rendered | undefined> {
    const replay = await findReplay(db, streamId)
    return replay && rendered(token === undefined ? streamId : `${streamId} token`)
  }

  return {
    async master(streamId, token) {
      return (await find(streamId, token))?.master.replaceAll(tokenPlaceholder, token ?? '')
    },
    async playlist(streamId, rendition, token) {
      return (await find(streamId, token))?.playlists.get(rendition)?.replaceAll(tokenPlaceholder, token ?? '')
    },
    read: (key, range) => store.read(key, range),
  }
}

function toRenditions(objects: readonly RecordedObject[], publicUrl: string | undefined): RecordedRendition[] {
  const byName = Map.groupBy(objects, ({ rendition }) => rendition)
  return [...byName].map(([name, own]) => {
    const inits = new Map<number, RecordedRendition['entries'][number]['init']>()
    const entries = own.flatMap((object) => {
      // Seen from the media playlist of a rendition.
      const uri = `${publicUrl === undefined ? '..' : `${publicUrl}/${object.broadcastId}`}/${objectFileName(object)}`
      // Every object has the initialisation segment: the first one of a period is used for all of it.
      for (const init of object.contents.inits) if (!inits.has(init.number)) inits.set(init.number, { ...init, uri })
      return object.contents.segments.flatMap(({ init: initNumber, ...segment }) => {
        const init = inits.get(initNumber)
        return init === undefined ? [] : [{ ...segment, uri, init }]
      })
    })
    return { name, entries }
  })
}
