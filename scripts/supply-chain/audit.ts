import { spawnSync } from 'node:child_process'

/** What `npm audit --json` reports (npm, 'Audit Report Version 2'). */
export interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
}

export type AuditResult = { kind: 'unavailable'; reason: string } | { kind: 'checked'; findings: string[] }

const grave = ['high', 'critical']

/** Asks the npm registry for known faults of the locked packages. A registry that offers no audit is no fault of ours. */
export function auditPackages(root: string, options: readonly string[] = []): AuditResult {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...options], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return readAudit(stdout ?? '')
}

export function readAudit(output: string): AuditResult {
  const report = parse(output)
  if (report?.vulnerabilities === undefined) {
    return { kind: 'unavailable', reason: report?.message?.split(' - ')[0] ?? 'the registry did not answer' }
  }
  const findings = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => grave.includes(severity))
    .map(([name, { severity, via }]) => `${name} (${severity}): ${via.map(describeCause).join('; ')}`)
  return { kind: 'checked', findings }
}

/** A package is at fault itself, or by a package that it uses. */
function describeCause(cause: string | { title: string; url: string }): string {
  return typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`
}

function parse(output: string): (AuditReport & { message?: string }) | undefined {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}
