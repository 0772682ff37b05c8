export interface PictureSize {
  name: string
  width: number
  height: number
  device: Device
}

/** Pages are opened anew for each: a phone that is turned while it shows a channel enters fullscreen (rule WATCH-3). */
export const devices = ['mouse', 'touch', 'phone-on-its-side'] as const
export type Device = (typeof devices)[number]

/** The sizes at which screens are looked at. Phones and tablets are touched, and their browsers have no scroll bars. */
export const pictureSizes: readonly PictureSize[] = [
  { name: '390', width: 390, height: 844, device: 'touch' },
  { name: '320', width: 320, height: 640, device: 'touch' },
  { name: '768', width: 768, height: 1024, device: 'touch' },
  { name: '844x390', width: 844, height: 390, device: 'phone-on-its-side' },
  { name: '1440', width: 1440, height: 900, device: 'mouse' },
  { name: '2560', width: 2560, height: 1440, device: 'mouse' },
]
