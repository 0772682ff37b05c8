import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Makes a key and a certificate for a name with openssl and returns their files. `alternatives` are further subjects, such as
 * `IP:127.0.0.1`; `days` is how long it is valid.
 */
export function makeSelfSigned(
  folder: string,
  name: string,
  alternatives: readonly string[] = [],
  days = 2,
): { certFile: string; keyFile: string } {
  const certFile = join(folder, `${name}.cert.pem`)
  const keyFile = join(folder, `${name}.key.pem`)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  const names = alternatives.length > 0 ? ['-addext', `subjectAltName=${alternatives.join(',')}`] : []
  const certificate = ['-out', certFile, '-days', String(days), '-subj', `/CN=${name}`, ...names]
  execFileSync('openssl', ['req', '-x509', ...key, ...certificate], { stdio: 'ignore' })
  return { certFile, keyFile }
}
