import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAudit } from './audit.ts'
import { listLicences, refusedLicences } from './licences.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-audit-'))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs npm's own audit of our lockfile against a registry that answers so. */
async function auditAgainst(registry: RequestListener): Promise<string> {
  // npm remembers advisories between runs.
  const cache = mkdtempSync(join(folder, 'cache-'))
  const server = createServer(registry).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const npm = spawn('npm', ['audit', '--json', `--registry=${url}`, `--cache=${cache}`, '--fetch-retries=0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = Buffer.concat(await npm.stdout.toArray()).toString()
  server.close()
  return output
}

/** Answers as the registry does: advisories by package name, for the versions that it was asked about. */
function advise(severity: string): RequestListener {
  return async (request, response) => {
    // npm also asks for the versions of a package with a fault, to propose another one.
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const body = Buffer.concat(await request.toArray())
    const asked = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
    const advisory = {
      id: 1,
      url: 'https://example.test/1',
      title: 'Reads any file',
      severity,
      vulnerable_versions: '*',
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(asked.fastify ? { fastify: [advisory] } : {}))
  }
}

describe('[T28] the audit of packages', () => {
  it.each(['high', 'critical'])('finds an advisory of severity %s', async (severity) => {
    const result = readAudit(await auditAgainst(advise(severity)))
    if (result.kind === 'unavailable') throw new Error(result.reason)
    expect(result.findings.join('\n')).toContain(`fastify (${severity}): Reads any file`)
  })

  it('passes on an advisory of severity moderate', async () => {
    expect(readAudit(await auditAgainst(advise('moderate')))).toEqual({ kind: 'checked', findings: [] })
  })

  it('tells a registry that offers no audit from one that knows no faults', async () => {
    const output = await auditAgainst((_request, response) => response.writeHead(405).end())
    expect(readAudit(output)).toEqual({ kind: 'unavailable', reason: '405 Method Not Allowed' })
    expect(readAudit('')).toEqual({ kind: 'unavailable', reason: 'the registry did not answer' })
  })
})

describe('[T28] the licences of packages', () => {
  it('are known for all that we ship, and let us pass it on', () => {
    const packages = listLicences(root)
    expect(packages.length).toBeGreaterThan(200)
    expect(refusedLicences(packages)).toEqual([])
  })

  it('are refused where they bind what they are shipped with', () => {
    const shipped = { name: 'a', version: '1', isShipped: true }
    for (const licence of ['GPL-3.0-only', 'AGPL-3.0-or-later', 'MPL-2.0', 'not named']) {
      expect(refusedLicences([{ ...shipped, licence }]), licence).toHaveLength(1)
      expect(refusedLicences([{ ...shipped, licence, isShipped: false }]), licence).toHaveLength(0)
    }
    expect(refusedLicences([{ ...shipped, licence: '(GPL-3.0-only OR MIT)' }])).toEqual([])
  })
})
