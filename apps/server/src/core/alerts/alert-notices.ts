import { type Alert, isEvent } from '@waggle/contract/site-health/alerts'
import { lockForTransaction } from '../../db/accounts/site.ts'
import {
  type AlertMessage,
  type AlertTarget,
  claimAlertMessage,
  deleteOldAlertMessages,
  insertAlertMessage,
  listAlertMessages,
  recordAlertAttempt,
} from '../../db/site-health/alert-messages.ts'
import { type AlertRow, listUntoldAlerts, markTold } from '../../db/site-health/alerts.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { randomId } from '../../lib/random-id.ts'
import type { CoreContext } from '../context.ts'
import { createAlertDelivery, type DeliverAlert } from './alert-delivery.ts'

const pauseMs = 3000
/** What is raised together is told together. */
const groupingMs = 15_000
/** What is well for a moment only is not well. */
const settlingMs = 60_000
/** Between messages. */
const messageIntervalMs = 5 * 60_000
/** Between messages that tell of reports: many people may report things at once. */
const reportIntervalMs = 30 * 60_000
const maxAtOnce = 1000
/** Longer than an attempt takes. */
const claimMs = 90_000
const retryDelaysMs = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 60 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000]
const keptMs = 30 * 24 * 60 * 60_000

type NoticesContext = Pick<CoreContext, 'config' | 'addresses' | 'db' | 'log' | 'now' | 'metrics' | 'settings'>

interface AlertNotices extends PeriodicTask {
  /** Makes a message if one is due, and sends what is due. */
  runOnce(): Promise<void>
}

/**
 * Tells operators of alerts by mail and webhook, where those are set (rule HEALTH-4). Several processes may do so: messages are rows,
 * made by one of them at a time and sent by whoever claims them.
 */
export function startAlertNotices(
  context: NoticesContext,
  deliver: DeliverAlert = createAlertDelivery(context),
): AlertNotices {
  const { db, now, log, metrics } = context
  const targets = targetsOf(context.config)
  const attempts = metrics.counter({
    name: 'waggle_alert_messages_total',
    help: 'Attempts to send a message to the operators, by target and result',
    labels: ['target', 'result'],
  })

  async function runOnce(): Promise<void> {
    await compose()
    await sendDue()
    await deleteOldAlertMessages(db, now() - keptMs)
  }

  async function compose(): Promise<void> {
    const nowMs = now()
    if (targets.length === 0 || (await listUntold(db, nowMs)).length === 0) return
    await db.transaction().execute(async (transaction) => {
      await lockForTransaction(transaction, 'alert messages')
      const latest = await listAlertMessages(transaction, nowMs - reportIntervalMs)
      if (nowMs - (latest[0]?.createdAtMs ?? 0) < messageIntervalMs) return
      const hasReports = latest.some(({ message }) => message.raised.some(({ kind }) => kind === 'report'))
      const untold = await listUntold(transaction, nowMs)
      const told = untold.filter(({ kind, clearedAtMs }) => clearedAtMs !== null || kind !== 'report' || !hasReports)
      const message = messageOf(told)
      if (message.raised.length + message.cleared.length > 0) {
        const id = randomId()
        for (const target of targets) {
          await insertAlertMessage(transaction, { id: `${id}-${target}`, target, message }, nowMs)
        }
      }
      await markTold(transaction, told)
    })
  }

  async function sendDue(): Promise<void> {
    const nowMs = now()
    const row = await claimAlertMessage(db, { nowMs, untilMs: nowMs + claimMs })
    if (!row) return
    const problem = await deliver(row)
    attempts.inc({ target: row.target, result: problem === null ? 'sent' : 'failed' })
    const waitMs = problem === null ? undefined : retryDelaysMs[row.attempts]
    if (problem !== null)
      log.warn({ target: row.target, problem, isGivenUp: waitMs === undefined }, 'could not tell the operators')
    await recordAlertAttempt(db, row, { problem, nextAttemptAtMs: waitMs === undefined ? null : now() + waitMs })
    await sendDue()
  }

  const task = startPeriodicTask(runOnce, {
    pauseMs,
    onError: (error) => log.warn({ error }, 'could not look for alerts; trying again'),
    isBackground: true,
  })
  return { runOnce, close: () => task.close() }
}

export function targetsOf({ alerts }: CoreContext['config']): AlertTarget[] {
  return [
    ...(alerts.webhook ? (['webhook'] as const) : []),
    ...(alerts.mail && alerts.mail.to.length > 0 ? (['mail'] as const) : []),
  ]
}

function listUntold(db: CoreContext['db'], nowMs: number): Promise<AlertRow[]> {
  return listUntoldAlerts(db, {
    raisedUntilMs: nowMs - groupingMs,
    clearedUntilMs: nowMs - settlingMs,
    limit: maxAtOnce,
  })
}

/** What happens has no end that is worth a message. */
function messageOf(rows: readonly AlertRow[]): AlertMessage {
  const toAlert = ({ kind, facts, raisedAtMs }: AlertRow) => ({ kind, facts, since: raisedAtMs }) as Alert
  return {
    raised: rows.filter(({ clearedAtMs }) => clearedAtMs === null).map(toAlert),
    cleared: rows.filter(({ clearedAtMs, kind }) => clearedAtMs !== null && !isEvent(kind)).map(toAlert),
  }
}
