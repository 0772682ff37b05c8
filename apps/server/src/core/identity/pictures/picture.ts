export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A still picture, of which only what shows it is left: no text, no place where it was taken, nothing behind its end. */
export interface Picture {
  type: PictureType
  width: number
  height: number
  bytes: Buffer
}

export type PictureFault = 'not_picture' | 'damaged_picture' | 'moving_picture'

/** What a reader of one format finds: undefined for bytes that do not begin as the format does. */
export type PictureReader = (bytes: Buffer) => Omit<Picture, 'type'> | Exclude<PictureFault, 'not_picture'> | undefined
