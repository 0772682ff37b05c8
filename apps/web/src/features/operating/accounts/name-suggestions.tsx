import { useAdmissionRequests } from '../admission/use-admission-requests.ts'
import { useAdmitted } from '../admission/use-admitted.ts'
import { useLiveBroadcasts } from '../live/use-live-broadcasts.ts'
import { useMembers } from '../members/use-members.ts'
import { useReportedThings } from '../queue/use-queue.ts'
import { suggestedNames } from './suggested-names.ts'
import { useActedOn } from './use-acted-on.ts'
import { useSiteModerators } from './use-site-moderators.ts'

/** What the browser suggests while the name of an account is typed: those that the console knows, most of which are looked for. */
export function NameSuggestions({ id, typed, listed }: { id: string; typed: string; listed: readonly string[] }) {
  const reported = useReportedThings('open').data?.pages.flatMap(({ things }) => things) ?? []
  const live = useLiveBroadcasts().data?.broadcasts ?? []
  const actedOn = useActedOn()
  const asking = useAdmissionRequests().data?.requests ?? []
  const { moderators = [], operators = [] } = useSiteModerators(true).data ?? {}
  const admitted = useAdmitted(true).data?.accounts ?? []
  const members = useMembers(true).data?.members ?? []
  const named = [...reported, ...live, ...asking, ...moderators, ...admitted, ...members]
  const known = [...actedOn, ...operators, ...named.map(({ username }) => username)]
  return (
    <datalist id={id}>
      {suggestedNames(known, typed, listed).map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
