import { expect, it } from 'vitest'
import * as ws from 'ws'
import { textFrame } from './text-frame.ts'

// The expected bytes are the frames that ws builds for the same text.
it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a frame with %d bytes of text equals the frame of ws',
  (bytes) => {
    const text = 'x'.repeat(bytes)
    const options = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }
    const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }
    const expected = Buffer.concat(Sender.frame(Buffer.from(text), options))
    expect(textFrame(text).equals(expected)).toBe(true)
  },
)
