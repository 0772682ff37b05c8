type ReadTime = () => number | undefined

let read: ReadTime | undefined

/** When the picture was taken that this page shows, in milliseconds since 1970: the player knows it, and the chat sends it along. */
export const pictureTime = {
  /** Undefined where no player shows a picture, or it does not know. */
  shownMs: (): number | undefined => read?.(),
  /** Reads it from a player from now on. Returns a function that stops it. */
  follow(reader: ReadTime): () => void {
    read = reader
    return () => {
      if (read === reader) read = undefined
    }
  },
}
