import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'

export interface CertificateFact {
  certificate: 'site' | 'rtmps'
  /** The host that the certificate is for, or the process that uses it. */
  name: string
  expiresAt: number
}

const timeoutMs = 10_000

/** When the certificate in a file expires; undefined while it cannot be read. */
export async function readCertificateFile(file: string): Promise<number | undefined> {
  const pem = await readFile(file).catch(() => undefined)
  return pem && new Date(new X509Certificate(pem).validTo).getTime()
}

/** When the certificate expires that visitors of an address get; undefined where there is none, or nobody answers. */
export function readServedCertificate(address: string, port?: number): Promise<number | undefined> {
  const url = new URL(address)
  if (url.protocol !== 'https:') return Promise.resolve(undefined)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // One that has expired is to be read too. Nothing is sent.
    const socket = connect({
      host,
      port: port ?? (Number(url.port) || 443),
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      rejectUnauthorized: false,
      timeout: timeoutMs,
    })
    const end = (expiresAt?: number) => {
      socket.destroy()
      resolve(expiresAt)
    }
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      end(validTo ? new Date(validTo).getTime() : undefined)
    })
    socket.once('error', () => end())
    socket.once('timeout', () => end())
  })
}
