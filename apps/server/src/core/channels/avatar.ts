import type { Config } from '../../config/config.ts'

/** Hive's own image service; the sandbox chain draws its accounts' pictures itself. */
export const hiveImageHost = 'https://images.hive.blog'

/** Address of an account's picture, with `{username}` to be filled in. */
export function avatarTemplate(config: Config): string {
  const host = config.hive.chain === 'sandbox' ? '' : hiveImageHost
  return `${host}/u/{username}/avatar`
}

export function avatarOf(config: Config, username: string): string {
  return avatarTemplate(config).replace('{username}', username)
}
