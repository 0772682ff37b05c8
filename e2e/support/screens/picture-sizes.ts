export interface PictureSize {
  name: string
  width: number
  height: number
  isTouched: boolean
}

/**
 * The sizes at which screens are looked at, in the order in which they are taken. Phones and tablets are touched, and their browsers
 * have no scroll bars. A phone on its side comes first: turned later, it would show the picture alone (rule WATCH-3).
 */
export const pictureSizes: readonly PictureSize[] = [
  { name: '844x390', width: 844, height: 390, isTouched: true },
  { name: '390', width: 390, height: 844, isTouched: true },
  { name: '320', width: 320, height: 640, isTouched: true },
  { name: '768', width: 768, height: 1024, isTouched: true },
  { name: '1440', width: 1440, height: 900, isTouched: false },
  { name: '2560', width: 2560, height: 1440, isTouched: false },
]
