import { createHash } from 'node:crypto'

const blockIntervalMs = 3_000
/** The time of block 0. It lies in the past, so that a chain without a data file begins with a long history of blocks. */
export const genesisMs = Date.UTC(2024, 0, 1)
/** A transaction refers to its block with 16 bits, so only this many blocks can be referred to. */
const taposWindow = 0x10000

/** Blocks are a function of the clock: there is one every 3 s, with or without transactions. */
export function blockNumberAt(timeMs: number): number {
  return Math.max(1, Math.floor((timeMs - genesisMs) / blockIntervalMs))
}

export function blockTimeMs(blockNumber: number): number {
  return genesisMs + blockNumber * blockIntervalMs
}

/** 20 bytes as hex. As in hived, the first four bytes are the block's number, big-endian. */
export function blockId(chainId: string, blockNumber: number): string {
  const number = blockNumber.toString(16).padStart(8, '0')
  return number + createHash('sha256').update(`${chainId} ${blockNumber}`).digest('hex').slice(0, 32)
}

/** Bytes 4 to 7 of a block's id as a little-endian number: a transaction's `ref_block_prefix`. */
function blockPrefix(id: string): number {
  return Buffer.from(id.slice(8, 16), 'hex').readUInt32LE()
}

/** A time in hived's form: 'YYYY-MM-DDTHH:MM:SS' in UTC. */
export function hiveTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19)
}

/** Whether a transaction's reference block is one of the last 65,536 blocks of this chain (transactions as proof of stake). */
export function isReferenceBlock(chainId: string, headNumber: number, refNumber: number, refPrefix: number): boolean {
  const number = headNumber - ((((headNumber - refNumber) % taposWindow) + taposWindow) % taposWindow)
  return number >= 1 && blockPrefix(blockId(chainId, number)) === refPrefix
}
