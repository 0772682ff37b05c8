import type { Config } from '../../config/config.ts'

/** Hive's image service (rule FORMAT-2). On the sandbox chain, this site draws the pictures itself. */
export const hiveImageHost = 'https://images.hive.blog'

/** The address of an account's picture, with `{username}` as a placeholder. */
export function avatarTemplate(config: Config): string {
  const host = config.hive.chain === 'sandbox' ? '' : hiveImageHost
  return `${host}/u/{username}/avatar`
}

export function avatarUrl(config: Config, username: string): string {
  return avatarTemplate(config).replace('{username}', username)
}
