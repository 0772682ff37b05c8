import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import WebSocket from 'ws'
import type { Config } from '../../config/config.ts'
import { checkChallenge } from '../../core/auth/challenge.ts'
import { slowAnswer } from '../../http/health/health-routes.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { judgeCertificate, readCertificate } from './certificates.ts'
import { codeOf, type Examination, reasonOf } from './examination.ts'
import { canConnect } from './own-ports.ts'

const timeoutMs = 10_000
/** The two parts of the slow answer arrive with this much of its pause between them, unless something holds the first one back. */
const buffersShare = 0.5

type Settings = Pick<Config, 'http' | 'rtmp' | 'dataDir' | 'roles'>

/** Goes the way that browsers and encoders go, with the name that they use, to the site that runs. */
export async function* examinePublicAddress({ http, rtmp, dataDir, roles }: Settings): AsyncGenerator<Examination> {
  const { publicUrl } = http
  const url = new URL(publicUrl)
  if (url.protocol === 'https:') {
    const certificate = await readCertificate(url)
    if (certificate) yield { title: 'certificate', mistakes: judgeCertificate(url.hostname, certificate) }
  }
  const unreachable = await tryToReach(publicUrl, http)
  const title = `public address ${publicUrl}`
  if (unreachable !== undefined) yield { title, mistakes: [unreachable] }
  else {
    yield { title, mistakes: await checkOwnSite(publicUrl, dataDir) }
    yield { title: 'WebSockets', mistakes: await checkWebSockets(publicUrl) }
    yield { title: 'held-back answers', mistakes: await checkBuffering(publicUrl) }
  }
  if (roles.includes('media')) yield examineRtmp(rtmp.publicUrl)
}

async function tryToReach(publicUrl: string, http: Config['http']): Promise<string | undefined> {
  const { hostname, host, protocol, port } = new URL(publicUrl)
  let answer: Response
  try {
    answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) {
      return `The name ${hostname} has no address: add an A or AAAA record for it, or correct WAGGLE_PUBLIC_URL.`
    }
    if (/^(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) {
      const shown = port || (protocol === 'https:' ? 443 : 80)
      return `Nothing answers at ${hostname} port ${shown}: start the proxy, open the port in the firewall, and see that ${hostname} is an address of this site.`
    }
    if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE/.test(code)) {
      return `Browsers refuse the certificate of ${host} (${reasonOf(error)}): get one for this name, with its whole chain, from Let's Encrypt for example.`
    }
    return `${publicUrl} cannot be reached (${reasonOf(error)}): check the proxy and WAGGLE_PUBLIC_URL.`
  }
  const { status } = answer
  if (status >= 300 && status < 400) {
    const target = new URL(answer.headers.get('location') ?? '/', publicUrl).origin
    return `${publicUrl} sends visitors on to ${target}: set WAGGLE_PUBLIC_URL to the address that they end at.`
  }
  if (status >= 502 && status <= 504) {
    return `The proxy at ${publicUrl} answers ${status}: let it pass requests to ${http.host === '0.0.0.0' ? '127.0.0.1' : http.host} port ${http.port}, where the site listens.`
  }
  const body = await answer.json().catch(() => undefined)
  if (status === 200 && body?.status === 'alive') return undefined
  return `${publicUrl} is answered by something else than Waggle (${status}): let the proxy pass every path to the site, or correct WAGGLE_PUBLIC_URL.`
}

/** Only this site can seal a challenge with its master key, and it names the address that it was started with. */
async function checkOwnSite(publicUrl: string, dataDir: string): Promise<string[]> {
  if (!existsSync(join(dataDir, 'master.key'))) return []
  const { challenge: secret } = await openSecrets(dataDir)
  const answer = await fetch(`${publicUrl}/api/auth/challenge`, { signal: AbortSignal.timeout(timeoutMs) })
  const { challenge } = (await answer.json().catch(() => ({}))) as { challenge?: string }
  const given = { challenge: challenge ?? '', purpose: 'login', username: '' } as const
  const check = checkChallenge({ secret, publicUrl }, given, Date.now())
  if (check.ok || check.reason === 'expired') return []
  return [
    `${publicUrl} leads to another site, or to this one with another WAGGLE_PUBLIC_URL or WAGGLE_DATA_DIR: give the running site and this command the same settings.`,
  ]
}

async function checkWebSockets(publicUrl: string): Promise<string[]> {
  const address = `${publicUrl.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { origin: publicUrl, handshakeTimeout: timeoutMs })
  try {
    await once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    return []
  } catch (error) {
    return [
      `The proxy at ${publicUrl} does not pass WebSockets (${reasonOf(error)}), so chat is slow and nobody watches in real time: let it pass the headers Upgrade and Connection on, as deploy/nginx.conf does.`,
    ]
  } finally {
    socket.on('error', () => undefined)
    socket.terminate()
  }
}

async function checkBuffering(publicUrl: string): Promise<string[]> {
  // No cache has an answer for it yet.
  const address = `${publicUrl}${slowAnswer.path}?${randomBytes(8).toString('hex')}`
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  let firstAtMs: number | undefined
  for await (const _ of response.body ?? []) firstAtMs ??= performance.now()
  const betweenMs = performance.now() - (firstAtMs ?? performance.now())
  if (response.ok && betweenMs >= slowAnswer.pauseMs * buffersShare) return []
  return [
    `The proxy at ${publicUrl} holds answers back until they are complete, which delays pictures: switch its buffering off (nginx: proxy_buffering off), or use deploy/nginx.conf.`,
  ]
}

async function examineRtmp(rtmpUrl: string): Promise<Examination> {
  const { hostname, port, protocol } = new URL(rtmpUrl)
  const listener = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (protocol === 'rtmps:' ? 443 : 1935)),
  }
  if (await canConnect(listener)) return { title: `address for encoders ${rtmpUrl}`, mistakes: [] }
  return {
    title: `address for encoders ${rtmpUrl}`,
    mistakes: [
      `Port ${listener.port} of ${hostname} is closed, so no encoder gets in: open it in the firewall, let WAGGLE_RTMP_HOST be an address that others reach, or correct WAGGLE_RTMP_URL.`,
    ],
  }
}
