import type { Picture, PictureFault, PictureReader, PictureType } from './picture.ts'
import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { readWebp } from './read-webp.ts'

const readers: Record<PictureType, PictureReader> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

/** Says by its bytes what a picture is, whatever its name or its sender says. SVG is none: it can run scripts. */
export function readPicture(bytes: Buffer): Picture | PictureFault {
  for (const [type, read] of Object.entries(readers) as [PictureType, PictureReader][]) {
    const found = read(bytes)
    if (found !== undefined) return typeof found === 'string' ? found : { type, ...found }
  }
  return 'not_picture'
}
