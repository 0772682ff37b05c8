// `npm run audit`, `npm run licences`: what the packages that we use are known for. `npm run sbom` lists them for other programs.
import { fileURLToPath } from 'node:url'
import { auditPackages } from './supply-chain/audit.ts'
import { listLicences, refusedLicences } from './supply-chain/licences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[2] === 'licences') showLicences()
else showAudit()

function showAudit(): void {
  const result = auditPackages(root)
  if (result.kind === 'unavailable') {
    console.log(`not checked: this registry offers no audit (${result.reason})`)
    return
  }
  for (const finding of result.findings) console.log(finding)
  console.log(`${result.findings.length} packages with a fault of high severity`)
  if (result.findings.length > 0) process.exitCode = 1
}

function showLicences(): void {
  const packages = listLicences(root)
  for (const { name, version, licence, isShipped } of packages) {
    console.log(`${licence.padEnd(20)} ${isShipped ? 'shipped' : 'for development'.padEnd(15)} ${name} ${version}`)
  }
  const refused = refusedLicences(packages)
  for (const { name, licence } of refused)
    console.log(`error: ${name} is shipped under a licence we cannot pass on: ${licence}`)
  console.log(`${packages.length} packages, ${refused.length} refused`)
  if (refused.length > 0) process.exitCode = 1
}
