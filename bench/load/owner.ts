/** The session of somebody who runs the site. Never an argument: everybody on the machine can read those. */
export const tokenSetting = 'WAGGLE_OPERATOR_TOKEN'

const askEveryMs = 10_000

/**
 * Load is put on a site only for somebody who runs it: an operator whose rights were approved with a signature within the last hour
 * (rule OPERATE-1). Throws otherwise. The site is not followed to another address.
 */
export async function proveOwner(site: URL, token: string | undefined): Promise<void> {
  if (!token) {
    throw new Error(
      `${tokenSetting} is not set: sign in as an operator of ${site.host}, open /operate and approve, and copy 'waggle.token' from the storage of that page.`,
    )
  }
  const response = await fetch(new URL('/api/operate/rights', site), {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(askEveryMs),
  })
  const { role, until } = (await response.json().catch(() => ({}))) as { role?: string; until?: number | null }
  if (response.status === 401) throw new Error(`${site.host} does not know this session.`)
  if (!response.ok) throw new Error(`${site.host} answered ${response.status} when it was asked who you are.`)
  if (role !== 'operator') throw new Error(`This session is not that of an operator of ${site.host}.`)
  if (!until) throw new Error(`Open https://${site.host}/operate and approve with your wallet: it lasts an hour.`)
}

/** Asks again all the time: an operator who ends these rights in the console ends the load within seconds. */
export function watchOwner(site: URL, token: string | undefined): { lost: Promise<Error>; stop(): void } {
  const { promise: lost, resolve } = Promise.withResolvers<Error>()
  const timer = setInterval(() => {
    proveOwner(site, token).catch((error: Error) => resolve(error))
  }, askEveryMs)
  return { lost, stop: () => clearInterval(timer) }
}
