import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { textFrame } from './text-frame.ts'

// The expected bytes are the frames that ws builds for the same text: the copy that Socket.IO's engine uses, which may not be ours.
const requireAsSocketIo = createRequire(createRequire(import.meta.url).resolve('socket.io'))
const requireAsEngine = createRequire(requireAsSocketIo.resolve('engine.io'))
const { Sender } = requireAsEngine('ws') as { Sender: { frame(data: Buffer, options: object): Buffer[] } }

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a frame with %d bytes of text equals the frame of ws',
  (bytes) => {
    const text = 'x'.repeat(bytes)
    const options = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }
    const expected = Buffer.concat(Sender.frame(Buffer.from(text), options))
    expect(textFrame(text).equals(expected)).toBe(true)
  },
)
