import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { missingPrograms } from '../missing-programs.ts'
import { examineRtmpsCertificate } from './certificates.ts'
import { examineClock } from './clock.ts'
import { examineDataFolder } from './data-folder.ts'
import { examinePostgres, examineRedis } from './databases.ts'
import type { Examination } from './examination.ts'
import { examinePorts, isSiteRunning } from './own-ports.ts'
import { examinePublicAddress } from './public-address.ts'

/** `waggle doctor`: prints what was looked at and each mistake that was found. Returns the exit code. */
export async function runDoctor(config: Config, print: (line: string) => void): Promise<number> {
  // Certificates that this machine trusts, a company's own for example, are as good as those that Node brings.
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  let found = 0
  for await (const { title, mistakes, leftOut } of examine(config)) {
    found += mistakes.length
    if (leftOut !== undefined) print(`left out  ${title}: ${leftOut}`)
    else if (mistakes.length === 0) print(`ok        ${title}`)
    for (const mistake of mistakes) print(`MISTAKE   ${mistake}`)
  }
  print('')
  print(found === 0 ? 'No mistake was found.' : `${found} ${found === 1 ? 'mistake was' : 'mistakes were'} found.`)
  return found === 0 ? 0 : 1
}

export async function* examine(config: Config): AsyncGenerator<Examination> {
  yield { title: 'programs', mistakes: missingPrograms(config) }
  yield examineDataFolder(config.dataDir)
  if (config.databaseUrl !== undefined) yield examinePostgres(config.databaseUrl)
  if (config.redisUrl !== undefined) yield examineRedis(config.redisUrl)
  yield examineClock(config)
  if (config.rtmps !== undefined) yield examineRtmpsCertificate(config.rtmps.certFile)
  const isRunning = await isSiteRunning(config)
  yield examinePorts(config, isRunning)
  if (isRunning) yield* examinePublicAddress(config)
  else {
    const leftOut = "the site does not run here: start it, and run 'waggle doctor' again"
    yield { title: `public address ${config.http.publicUrl}`, mistakes: [], leftOut }
  }
}
