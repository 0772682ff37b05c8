/** Stands in a picture before its number (4 bytes) and the time at which it was sent (8 bytes, milliseconds since 1970). */
export const clockMark = Buffer.from('WGLCLOCK')
