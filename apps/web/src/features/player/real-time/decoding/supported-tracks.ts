import type { Catalog } from '../receiving/catalog.ts'

/** The catalog without what the browser cannot decode. Undefined where it can decode none of the pictures, or not the sound. */
export async function supportedTracks(catalog: Catalog): Promise<Catalog | undefined> {
  const { videos, sound } = catalog
  const [areSupported, isSoundSupported] = await Promise.all([
    Promise.all(videos.map(({ config }) => isSupported(VideoDecoder.isConfigSupported(config)))),
    sound === undefined || isSupported(AudioDecoder.isConfigSupported(sound.config)),
  ])
  const supported = videos.filter((_, index) => areSupported[index])
  if (!isSoundSupported || (videos.length > 0 && supported.length === 0)) return undefined
  return { videos: supported, sound }
}

/** A malformed configuration is refused with a rejection. */
async function isSupported(answer: Promise<{ supported?: boolean }>): Promise<boolean> {
  return (await answer.catch(() => undefined))?.supported === true
}
