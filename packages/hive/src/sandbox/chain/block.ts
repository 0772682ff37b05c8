import { createHash } from 'node:crypto'

const blockIntervalMs = 3_000
/** Time of block 0. A fixed past, so that a chain without a data file has a long history from the start. */
export const genesisMs = Date.UTC(2024, 0, 1)
/** Wraps at 16 bits in a transaction: hived keeps that many blocks for the look-up. */
const taposWindow = 0x10000

/** Blocks are a function of the clock: there is one every 3 s, whether anything happens or not. */
export function blockNumberAt(timeMs: number): number {
  return Math.max(1, Math.floor((timeMs - genesisMs) / blockIntervalMs))
}

export function blockTimeMs(blockNumber: number): number {
  return genesisMs + blockNumber * blockIntervalMs
}

/** 20 bytes as hex: the block's number in the first four, big-endian, as hived has it. */
export function blockId(chainId: string, blockNumber: number): string {
  const number = blockNumber.toString(16).padStart(8, '0')
  return number + createHash('sha256').update(`${chainId} ${blockNumber}`).digest('hex').slice(0, 32)
}

/** Bytes 4 to 8 of a block's id as a little-endian number: what a transaction names as `ref_block_prefix`. */
function blockPrefix(id: string): number {
  return Buffer.from(id.slice(8, 16), 'hex').readUInt32LE()
}

/** 'YYYY-MM-DDTHH:MM:SS', UTC, as hived writes times. */
export function hiveTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19)
}

/** Whether a transaction's reference block is one of the last 65,536 (transactions as proof of stake). */
export function isReferenceBlock(chainId: string, headNumber: number, refNumber: number, refPrefix: number): boolean {
  const number = headNumber - ((((headNumber - refNumber) % taposWindow) + taposWindow) % taposWindow)
  return number >= 1 && blockPrefix(blockId(chainId, number)) === refPrefix
}
