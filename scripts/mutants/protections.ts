import type { Mutant } from './run-mutant.ts'

const server = 'apps/server/src'

/** The protections of docs/threats.md that one line holds, and the tests that notice when it is gone. */
export const protections: readonly Mutant[] = [
  {
    id: 'T1',
    title: 'a challenge is spent once',
    file: `${server}/db/accounts/used-challenges.ts`,
    find: 'doNothing()',
    replace: 'doUpdateSet({ expires_at_ms: expiresAtMs })',
    tests: [`${server}/core/auth`, `${server}/db/db.test.ts`],
  },
  {
    id: 'T1',
    title: 'a challenge expires',
    file: `${server}/core/auth/challenge.ts`,
    find: 'if (nowMs >= expiresAtMs || issuedMs > nowMs + futureSkewMs)',
    replace: 'if (issuedMs > nowMs + futureSkewMs)',
    tests: [`${server}/core/auth/challenge.test.ts`],
  },
  {
    id: 'T1',
    title: 'a challenge is sealed',
    file: `${server}/core/auth/challenge.ts`,
    find: 'if (!timingSafeEqual(Buffer.from(givenSeal), Buffer.from(expectedSeal)))',
    replace: 'if (!timingSafeEqual(Buffer.from(givenSeal), Buffer.from(givenSeal)))',
    tests: [`${server}/core/auth/challenge.test.ts`],
  },
  {
    id: 'T3',
    title: 'a stream key is stored as a keyed hash',
    file: `${server}/lib/stream-key.ts`,
    find: "hmacSha256(secret, streamKey).toString('hex')",
    replace: "(secret.length > 0 ? streamKey : '')",
    tests: [`${server}/core/auth/secrets-at-rest.test.ts`],
  },
  {
    id: 'AUTH-17',
    title: 'a session is stored as a hash',
    file: `${server}/http/sessions/sessions.ts`,
    find: "createHash('sha256').update(token).digest('hex')",
    replace: "(createHash('sha256') ? token : '')",
    tests: [`${server}/core/auth/secrets-at-rest.test.ts`],
  },
  {
    id: 'F5',
    title: 'SQLite waits for the disk',
    file: `${server}/db/sqlite.ts`,
    find: 'pragma synchronous = full;',
    replace: 'pragma synchronous = normal;',
    tests: [`${server}/core/auth/secrets-at-rest.test.ts`],
  },
  {
    id: 'T20',
    title: 'slow headers are cut off',
    file: `${server}/http/http.ts`,
    find: 'app.server.headersTimeout = headersTimeoutMs',
    replace: 'app.server.headersTimeout = 0 * headersTimeoutMs',
    tests: [`${server}/http/slow-requests.test.ts`],
  },
  {
    id: 'T20',
    title: 'slow bodies are cut off',
    file: `${server}/http/http.ts`,
    find: '    requestTimeout: requestTimeoutMs,\n',
    replace: '    requestTimeout: 20 * requestTimeoutMs,\n',
    tests: [`${server}/http/slow-requests.test.ts`],
  },
]
