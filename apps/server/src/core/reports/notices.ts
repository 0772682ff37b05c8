import { createHash, randomBytes } from 'node:crypto'
import { noticeProof } from '@waggle/contract/operating/proof-of-work'
import type { FastifyInstance } from 'fastify'
import { useChallenge } from '../../db/accounts/used-challenges.ts'
import { subjectOf } from '../../db/operating/reported-things.ts'
import { findNotice } from '../../db/operating/reports.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { checkProof, createProofChallenge } from './proof-of-work.ts'
import { toReportStatement } from './reports.ts'
import { storeReport } from './store-report.ts'

const challengeLimit: Limit = { name: 'notice-challenge', points: 60, perSeconds: 3600 }
const addressLimit: Limit = { name: 'notice-address', points: 10, perSeconds: 3600 }
const targetLimit: Limit = { name: 'notice-target', points: 30, perSeconds: 3600 }
const siteLimit: Limit = { name: 'notice-site', points: 300, perSeconds: 3600 }
const outcomeLimit: Limit = { name: 'notice-outcome', points: 120, perSeconds: 3600 }

/** Reports by people without an account, and what became of them (rule OPERATE-7). */
export function noticeRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context
  const secret = context.secrets.noticeProof
  const bits = context.noticeProofBits ?? noticeProof.bits

  route(app, context, 'createNoticeChallenge', async ({ request }) => {
    await limitCallsByAddress(context, challengeLimit, request)
    const { challenge, expiresAtMs } = createProofChallenge(secret, now())
    return { challenge, puzzles: noticeProof.puzzles, bits, expiresAt: expiresAtMs }
  })

  route(app, context, 'sendNotice', async ({ body, request }) => {
    const proof = checkProof(secret, body, { nowMs: now(), bits })
    if (proof === undefined) throw new Refusal('proof_of_work_invalid')
    await limitCallsByAddress(context, addressLimit, request)
    const given = randomBytes(32).toString('base64url')
    const sender = { reporter: '', email: body.email, secretHash: hashOf(given) }
    await storeReport(context, body, sender, async (transaction, reported) => {
      if (!(await useChallenge(transaction, proof.id, proof.expiresAtMs))) throw new Refusal('proof_of_work_invalid')
      // Only what is proven and possible counts against others.
      await limitCalls(context, targetLimit, hashOf(subjectOf(reported)))
      await limitCalls(context, siteLimit, 'all')
    })
    return { secret: given }
  })

  route(app, context, 'getNotice', async ({ body, request }) => {
    await limitCallsByAddress(context, outcomeLimit, request)
    const notice = await findNotice(db, hashOf(body.secret))
    if (notice === undefined) throw new Refusal('report_not_found')
    return toReportStatement(notice)
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
