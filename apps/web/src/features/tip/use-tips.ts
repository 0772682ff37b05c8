import { api } from '../../lib/api/api.ts'
import { useSite } from '../../lib/site.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'

const refreshMs = 10_000

export const tipsKey = (user: string) => ['tips', user]

/** The tips that the user's channel received; never asked for on a site without tips. */
export function useTips(user: string) {
  const site = useSite()
  return useSessionQuery({
    queryKey: tipsKey(user),
    enabled: site?.tips === true,
    refetchInterval: refreshMs,
    request: (token, signal) => api('listTips', { token, signal }),
  })
}
