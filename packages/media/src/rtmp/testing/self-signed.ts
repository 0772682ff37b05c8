import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Lets openssl make a key and a certificate for a name, and answers their files. */
export function makeSelfSigned(folder: string, name: string): { certFile: string; keyFile: string } {
  const certFile = join(folder, `${name}.cert.pem`)
  const keyFile = join(folder, `${name}.key.pem`)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', '2', '-subj', `/CN=${name}`], {
    stdio: 'ignore',
  })
  return { certFile, keyFile }
}
