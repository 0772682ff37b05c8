/**
 * Hive account names have 3 to 16 characters, in dot-separated segments of at least 3. Each segment begins with a letter and
 * ends with a letter or digit (hived, authority.cpp `is_valid_account_name`).
 */
const accountNamePattern = /^(?=.{3,16}$)[a-z][a-z0-9-]+[a-z0-9](?:\.[a-z][a-z0-9-]+[a-z0-9])*$/

export function isAccountName(name: unknown): name is string {
  return typeof name === 'string' && accountNamePattern.test(name)
}
