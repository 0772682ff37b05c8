import { readFileSync } from 'node:fs'
import { amfObject } from '../../amf/amf0.ts'
import { encodeChunks } from '../../chunks/chunk-writer.ts'
import { encodeCommand } from '../../session/command.ts'
import { handshakePacketBytes } from '../../session/handshake.ts'

/** The first bytes of a connection, from encoders and from other programs, by name. */
export const handshakeSeeds: Record<string, Buffer> = {
  zeros: packets({}),
  ffmpeg: readFileSync(new URL('./ffmpeg-5.1.bin', import.meta.url)).subarray(0, 3500),
  librtmp: packets({ time: 'ffffffff', fill: 0x5a }),
  // Versions of Flash Player, which mean that a digest is hidden in the random data.
  flash9: packets({ time: '00000a12', version: '09007c02', fill: 0xd1 }),
  flash10: packets({ time: '00a1b2c3', version: '80000702', fill: 0x2e }),
  nginxRelay: packets({ time: '0012d687', version: '0d0e0a0d', fill: 0x77 }),
  // C2 should echo S1; some encoders send only zeros, some their own C1.
  ownEcho: packets({ time: '00000001', version: '00000000', fill: 0xc1, secondFill: 0xc1 }),
  everythingAtOnce: Buffer.concat([
    packets({}),
    encodeChunks(encodeCommand(0, 'connect', 1, amfObject({ app: 'live', tcUrl: 'rtmp://a/live' })), 3, 128),
    encodeChunks(encodeCommand(0, 'createStream', 2, null), 3, 128),
  ]),
  versionAlone: Buffer.of(3),
  withoutSecond: packets({}).subarray(0, 1 + handshakePacketBytes),
  rtmpe: Buffer.concat([Buffer.of(6), packets({ fill: 0x99 }).subarray(1)]),
  rtmpeXtea: Buffer.concat([Buffer.of(8), packets({ fill: 0x98 }).subarray(1)]),
  tls: Buffer.from('16030100f4010000f00303', 'hex'),
  http: Buffer.from(
    'POST /fcs/ident2 HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-fcs\r\nContent-Length: 1\r\n\r\n\0',
  ),
}

/** C0, C1 and C2 (RTMP 1.0 section 5.2). */
function packets({ time = '00000000', version = '00000000', fill = 0, secondFill = 0 }): Buffer {
  const first = Buffer.concat([Buffer.from(time + version, 'hex'), Buffer.alloc(handshakePacketBytes - 8, fill)])
  return Buffer.concat([Buffer.of(3), first, Buffer.alloc(handshakePacketBytes, secondFill)])
}
