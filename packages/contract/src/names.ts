/**
 * Hive account names: 3 to 16 characters, dot-separated segments of at least 3, each beginning with a letter and ending
 * with a letter or digit (hived, authority.cpp `is_valid_account_name`).
 */
export const usernamePattern = /^(?=.{3,16}$)[a-z][a-z0-9-]+[a-z0-9](?:\.[a-z][a-z0-9-]+[a-z0-9])*$/

/** Trims a typed name, drops one leading '@' and lower-cases it (rule AUTH-4). */
export function normaliseUsername(typed: string): string {
  return typed.trim().replace(/^@/, '').toLowerCase()
}

export function isUsername(name: string): boolean {
  return usernamePattern.test(name)
}

/** A tag of a post on Hive, and a community, which takes the place of the first tag. */
export const tagPattern = /^[a-z][a-z0-9-]{1,23}$/
export const communityPattern = /^hive-[1-3]\d{3,6}$/

/** A tag of a channel: one word of letters and digits in any script. */
export const channelTagPattern = /^[\p{L}\p{M}\p{N}]{1,25}$/u

/** The secret part of an overlay's address: 256 random bits in base64url. */
export const overlaySecretPattern = /^[A-Za-z0-9_-]{43}$/

/** A stream's public id: random, never derived from its key. */
export const streamIdPattern = /^[a-z0-9]{16,32}$/

/** A clip is played like a stream, by its own id. Ids of streams are shorter. */
export const clipIdPattern = /^clip[a-z0-9]{20}$/

/** The media that is kept of a report is played like a clip, by an id of its own, which only the people who run the site learn. */
export const evidenceIdPattern = /^evid[a-z0-9]{20}$/

/** The secret part of the address at which the sender of a notice sees what became of it: 256 random bits in base64url. */
export const noticeSecretPattern = /^[A-Za-z0-9_-]{43}$/
