/** Heights in pixels of the renditions that the server makes below the source, the largest first. */
export const ladderHeights = [1080, 720, 480, 360] as const
