import type { ObjectBytes } from '../store/recording-store.ts'

interface SharedPiecesOptions {
  /** The longest piece. */
  pieceBytes: number
  /** Of all pieces. */
  maxBytes: number
  /** How long a piece is sent without being read again: so late it is noticed that its object was deleted. */
  lifeMs: number
  now(): number
}

/** A part of an object on its way to viewers, who must not change it. */
export interface SentPiece extends ObjectBytes {
  /** The response has passed it on, or was given up: then the system may still read the memory, and nobody uses it again. */
  release(how: 'sent' | 'given up'): void
}

interface Piece {
  memory: Buffer
  answer: Promise<ObjectBytes | undefined>
  untilMs: number
  users: number
  isSpoilt: boolean
}

/**
 * What is read from the disk for viewers. Those who watch the same moment share what was read, and memory is used again and again: fresh
 * memory for every piece costs the system twice as much time as reading it.
 */
export class SharedPieces {
  readonly #options: SharedPiecesOptions
  /** Those used last are at the end. */
  readonly #pieces = new Map<string, Piece>()
  readonly #free: Buffer[] = []
  #used = 0

  constructor(options: SharedPiecesOptions) {
    this.#options = options
  }

  /** How much memory it has. */
  get bytes(): number {
    return (this.#used + this.#free.length) * this.#options.pieceBytes
  }

  /** `load` reads into the memory that it is given, where it is given some. Undefined when there is no such piece. */
  async take(
    key: string,
    load: (into: Buffer | undefined) => Promise<ObjectBytes | undefined>,
  ): Promise<SentPiece | undefined> {
    const piece = this.#find(key) ?? this.#read(key, load)
    if (piece === undefined) {
      const found = await load(undefined)
      return found && { ...found, release: () => undefined }
    }
    piece.users += 1
    const forget = () => {
      if (this.#pieces.get(key) === piece) this.#pieces.delete(key)
      this.#giveBack(key, piece)
    }
    const found = await piece.answer.catch((error) => {
      forget()
      throw error
    })
    if (found === undefined) {
      forget()
      return undefined
    }
    return {
      ...found,
      release: (how) => {
        if (how === 'given up') piece.isSpoilt = true
        this.#giveBack(key, piece)
      },
    }
  }

  #find(key: string): Piece | undefined {
    const piece = this.#pieces.get(key)
    if (piece === undefined) return undefined
    this.#pieces.delete(key)
    const isFresh = piece.untilMs > this.#options.now() && !piece.isSpoilt
    if (isFresh) this.#pieces.set(key, piece)
    else if (piece.users === 0) this.#recycle(piece)
    return isFresh ? piece : undefined
  }

  /** Undefined when all memory is in use. */
  #read(key: string, load: (into: Buffer) => Promise<ObjectBytes | undefined>): Piece | undefined {
    const memory = this.#takeMemory()
    if (memory === undefined) return undefined
    this.#used += 1
    const untilMs = this.#options.now() + this.#options.lifeMs
    const piece: Piece = { memory, answer: load(memory), untilMs, users: 0, isSpoilt: false }
    this.#pieces.set(key, piece)
    return piece
  }

  #takeMemory(): Buffer | undefined {
    const { pieceBytes, maxBytes } = this.#options
    if (this.#free.length === 0 && this.bytes + pieceBytes > maxBytes) {
      const [key, oldest] = this.#pieces.entries().find(([, { users }]) => users === 0) ?? []
      if (key === undefined || oldest === undefined) return undefined
      this.#pieces.delete(key)
      this.#recycle(oldest)
    }
    return this.#free.pop() ?? (this.bytes + pieceBytes <= maxBytes ? Buffer.allocUnsafeSlow(pieceBytes) : undefined)
  }

  #giveBack(key: string, piece: Piece): void {
    piece.users -= 1
    if (piece.users > 0) return
    const isKept = this.#pieces.get(key) === piece
    if (isKept && !piece.isSpoilt) return
    if (isKept) this.#pieces.delete(key)
    this.#recycle(piece)
  }

  #recycle({ memory, isSpoilt }: Piece): void {
    this.#used -= 1
    if (!isSpoilt) this.#free.push(memory)
  }
}
