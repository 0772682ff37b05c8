import { Redis } from 'ioredis'
import pg from 'pg'
import { codeOf, type Examination, reasonOf } from './examination.ts'

const timeoutMs = 5000

export async function examinePostgres(databaseUrl: string): Promise<Examination> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: timeoutMs })
  client.on('error', () => undefined)
  const { host, pathname, username } = new URL(databaseUrl)
  const title = `PostgreSQL at ${host}`
  try {
    await client.connect()
    await client.query('select 1')
    return { title, mistakes: [] }
  } catch (error) {
    // https://www.postgresql.org/docs/15/errcodes-appendix.html
    const cure =
      codeOf(error) === '28P01' || codeOf(error) === '28000'
        ? `check the user '${username}' and its password in DATABASE_URL`
        : codeOf(error) === '3D000'
          ? `create the database '${pathname.slice(1)}' (createdb), or correct DATABASE_URL`
          : 'start it, let it listen for this machine, and check host and port in DATABASE_URL'
    return { title, mistakes: [`PostgreSQL at ${host} cannot be used (${reasonOf(error)}): ${cure}.`] }
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function examineRedis(redisUrl: string): Promise<Examination> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let lastError: unknown
  redis.on('error', (error) => (lastError = error))
  const { host } = new URL(redisUrl)
  const title = `Redis at ${host}`
  try {
    await redis.connect()
    await redis.ping()
    return { title, mistakes: [] }
  } catch (error) {
    const reason = reasonOf(lastError ?? error)
    const cure = /NOAUTH|WRONGPASS/.test(reason)
      ? 'put its password into REDIS_URL (redis://:password@host)'
      : 'start it, let it listen for this machine, and check host and port in REDIS_URL'
    return { title, mistakes: [`Redis at ${host} cannot be used (${reason}): ${cure}.`] }
  } finally {
    redis.disconnect()
  }
}
