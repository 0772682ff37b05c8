/**
 * Hive account names: 3 to 16 characters, dot-separated segments of at least 3, each beginning with a letter and ending
 * with a letter or digit (hived, authority.cpp `is_valid_account_name`).
 */
const accountNamePattern = /^(?=.{3,16}$)[a-z][a-z0-9-]+[a-z0-9](?:\.[a-z][a-z0-9-]+[a-z0-9])*$/

export function isAccountName(name: unknown): name is string {
  return typeof name === 'string' && accountNamePattern.test(name)
}
