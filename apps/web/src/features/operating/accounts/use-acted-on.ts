import { api } from '../../../lib/api/api.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'

/** The accounts that were acted on, the last one first. */
export function useActedOn(): string[] {
  const { data } = useSessionQuery({
    queryKey: ['operating', 'acted-on'],
    isSecondary: true,
    request: (token, signal) => api('listSiteActions', { query: {}, token, signal }),
  })
  const actions = data?.actions.filter(({ reason }) => reason !== null) ?? []
  return [...new Set(actions.map(({ username }) => username))]
}
