import type { Body } from '@waggle/contract/endpoints'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { Db } from '../../db/open.ts'
import { findOpenThing, openThing, type Reported } from '../../db/operating/reported-things.ts'
import { countOpenReports, insertReport } from '../../db/operating/reports.ts'
import { raiseAlert } from '../../db/site-health/alerts.ts'
import { Refusal } from '../../http/refusal.ts'
import type { CoreContext } from '../context.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { identify } from './identify.ts'

interface Reporter {
  /** Empty for somebody without an account. */
  reporter: string
  email: string
  secretHash: string | null
}

/** What is open of the thing and of all, by people with an account and by others: notices leave room for reports. */
const bounds = {
  accounts: { ofThing: operatingLimits.reportsOfThingMax, all: operatingLimits.reportsMax },
  notices: { ofThing: operatingLimits.noticesOfThingMax, all: operatingLimits.noticesMax },
}

/**
 * Stores a report with the others of the same thing; the first one keeps what is to be seen now. `before` runs in the same transaction, and
 * is told what was reported; the report is stored only if it does not throw.
 */
export async function storeReport(
  context: CoreContext,
  body: Body<'report'>,
  reporter: Reporter,
  before: (transaction: Db, reported: Reported) => Promise<void> = async () => {},
): Promise<void> {
  const { db, now, state, log } = context
  const { reason, note } = body
  if (reason === 'other' && note === '') throw new Refusal('note_required')
  const reported = await identify(context, body)
  const from = reporter.secretHash === null ? 'accounts' : 'notices'
  const open = await countOpenReports(db, reported, from)
  const isOneOfHundreds = open.ofThing >= bounds[from].ofThing
  // One more tells nobody anything. Without an account there would be nothing to show of it.
  if (isOneOfHundreds && from === 'accounts') return
  if (isOneOfHundreds || open.all >= bounds[from].all) throw new Refusal('rate_limited', { retryAfterSeconds: 3600 })
  const evidence = (await findOpenThing(db, reported)) ? undefined : await gatherEvidence(context, reported, body.at)
  await db.transaction().execute(async (transaction) => {
    await before(transaction, reported)
    const thingId =
      evidence === undefined
        ? await findOpenThing(transaction, reported)
        : await openThing(transaction, reported, evidence, now())
    // Closed between the two, which takes a moderator who is that fast: reported again, it is a new thing.
    if (thingId === undefined) throw new Refusal('report_closed')
    if (evidence) {
      const { kind: thing, username } = reported
      await raiseAlert(transaction, { kind: 'report', key: thingId, facts: { thing, username } }, now())
    }
    await insertReport(transaction, reported, { ...reporter, thingId, reason, note, reportedAtMs: now() })
  })
  if (evidence) {
    // The processes look by themselves too.
    await state
      .publish('reported', {})
      .catch((error) => log.warn({ error }, 'could not say that something was reported'))
  }
}
