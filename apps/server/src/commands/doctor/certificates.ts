import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { type Examination, reasonOf } from './examination.ts'

/** Those who renew certificates do so a month before the end: with less time left, something has failed. */
const warnDays = 14
const dayMs = 24 * 60 * 60_000
const timeoutMs = 10_000

/** The certificate that a proxy shows to browsers. Undefined where none can be had: others say why. */
export function readCertificate(url: URL): Promise<X509Certificate | undefined> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // It is looked at, not trusted: also one that has ended or has another name.
  const socket = connect({
    host,
    port: Number(url.port || 443),
    timeout: timeoutMs,
    rejectUnauthorized: false,
    ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
  })
  return new Promise((resolve) => {
    const done = (certificate: X509Certificate | undefined) => {
      socket.destroy()
      resolve(certificate)
    }
    socket.once('secureConnect', () => done(socket.getPeerX509Certificate()))
    socket.once('error', () => done(undefined))
    socket.once('timeout', () => done(undefined))
  })
}

/** What is wrong with a certificate's time; nothing while there is enough of it. */
export function judgeCertificate(name: string, certificate: X509Certificate, nowMs = Date.now()): string[] {
  const days = Math.floor((Date.parse(certificate.validTo) - nowMs) / dayMs)
  if (days >= warnDays) return []
  return [
    days < 0
      ? `The certificate of ${name} has expired: renew it, and let the server load it.`
      : `The certificate of ${name} expires in ${days === 1 ? '1 day' : `${days} days`}: see why it is not renewed (certbot renew --dry-run, or Caddy's log).`,
  ]
}

export async function examineRtmpsCertificate(certFile: string): Promise<Examination> {
  const title = `certificate ${certFile}`
  try {
    return { title, mistakes: judgeCertificate(certFile, new X509Certificate(await readFile(certFile))) }
  } catch (error) {
    return {
      title,
      mistakes: [
        `WAGGLE_RTMPS_CERT_FILE cannot be used (${reasonOf(error)}): name a PEM file that the site's user can read.`,
      ],
    }
  }
}
