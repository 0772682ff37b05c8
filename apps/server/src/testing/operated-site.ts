import { signAs, startTestSite } from './site.ts'

/** A site that alice runs, with bob as its moderator; both have approved their rights. Every account calls from an address of its own. */
export async function startOperatedSite(names: readonly string[], options: Parameters<typeof startTestSite>[0] = {}) {
  const env = { WAGGLE_OPERATORS: 'alice', ...options.env }
  const site = await startTestSite({ ...options, env })
  const tokens: Record<string, string> = {}

  function as(name: string, method: string, path: string, body?: unknown) {
    site.nextClient()
    return site.request(method, path, { token: tokens[name] ?? '', ...(body !== undefined && { body }) })
  }

  async function approve(name: string) {
    const { challenge } = (await as(name, 'GET', `/api/auth/challenge?purpose=operate&username=${name}`)).json
    const signature = await signAs(name, challenge)
    return as(name, 'POST', '/api/operate/rights', { username: name, challenge, signature })
  }

  for (const name of ['alice', 'bob', ...names]) {
    site.nextClient()
    tokens[name] = await site.signIn(name)
  }
  await approve('alice')
  await as('alice', 'PUT', '/api/operate/moderators/bob')
  await approve('bob')
  return { ...site, as, approve, tokens }
}

export type OperatedSite = Awaited<ReturnType<typeof startOperatedSite>>
