const newest = '/thumbnail.jpg'

/** The same picture as at the address of a thumbnail, up to 1280 pixels wide instead of 640. */
export function largeThumbnail(thumbnail: string): string {
  return thumbnail.replace(newest, '/thumbnail-large.jpg')
}

/** The picture `back` pictures before the one at the address of a thumbnail. */
export function olderThumbnail(thumbnail: string, back: number): string {
  return thumbnail.replace(newest, `/thumbnail-${back}.jpg`)
}
