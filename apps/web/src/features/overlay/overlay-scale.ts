export interface WindowSize {
  width: number
  height: number
}

/** Of a common canvas in pixels: what the preview of the overlay shows. */
export const commonCanvas: WindowSize = { width: 1920, height: 1080 }

const lettersPx = 15

/**
 * How much larger the overlay is drawn than a page: viewers see it in a picture that their window makes smaller. Letters have 2.4 % of
 * the window's height, less in a narrow one, which would hold few words a line; never less than those of a page.
 */
export function overlayScale({ width, height }: WindowSize): number {
  const wantedPx = Math.min(0.024 * height, 0.045 * width)
  return Math.min(4, Math.max(1, wantedPx / lettersPx))
}
