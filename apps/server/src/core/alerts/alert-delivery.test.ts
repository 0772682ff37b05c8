import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { hmacSha256 } from '../../lib/secrets.ts'
import { readMail } from '../../testing/read-mail.ts'
import { startTestSite } from '../../testing/site.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import type { CoreContext } from '../context.ts'
import { connectPolicy } from '../outgoing/guarded-request.ts'
import { createAlertDelivery } from './alert-delivery.ts'

const key = Buffer.alloc(32, 7)
const message = {
  raised: [
    {
      kind: 'disk' as const,
      facts: { process: 'http://m1:8080', disk: 'recordings' as const, freeBytes: 2 ** 30, sizeBytes: 2 ** 36 },
      since: 0,
    },
    { kind: 'report' as const, facts: { thing: 'broadcast', username: 'bob' }, since: 0 },
  ],
  cleared: [{ kind: 'process' as const, facts: { process: 'c2', lastSeenAt: Date.UTC(2026, 10, 21, 3) }, since: 0 }],
}

async function startReceiver() {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.end()
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

const addresses = () => ({ publicUrl: 'https://live.example', rtmpUrl: '' })

/** What operators have said in the page, by name. */
function settingsWith(values: Record<string, unknown>) {
  const find = (name: string) => (name in values ? { value: values[name], revision: '1' } : undefined)
  return { find } as unknown as CoreContext['settings']
}

function deliveryTo(
  env: Record<string, string>,
  policy?: Parameters<typeof createAlertDelivery>[1],
  settings = settingsWith({}),
) {
  return createAlertDelivery({ config: readConfig(env), addresses, now: () => 1_795_262_400_000, settings }, policy)
}

const webhookSettings = (url: string) => ({
  WAGGLE_ALERT_WEBHOOK: url,
  WAGGLE_ALERT_WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
})

it('[HEALTH-4] posts a signed message, with a sentence for each alert', async () => {
  const { url, received } = await startReceiver()
  const deliver = deliveryTo(webhookSettings(url))
  expect(await deliver({ id: 'abc-webhook', target: 'webhook', message })).toBeNull()
  const { headers, body } = received[0]!
  const signed = `abc-webhook.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${hmacSha256(key, signed).toString('base64')}`)
  expect(JSON.parse(body)).toMatchObject({
    type: 'site.alert',
    data: {
      site: 'https://live.example',
      raised: [
        {
          kind: 'disk',
          text: 'The disk with the recordings of http://m1:8080 is nearly full: 1.0 of 64.0 GiB are free.',
        },
        { kind: 'report', text: 'A broadcast of @bob is reported.' },
      ],
      cleared: [{ kind: 'process', facts: { process: 'c2' } }],
      more: 0,
    },
  })
})

it('[HEALTH-4] [T10] refuses private addresses, also behind a name', async () => {
  const { received } = await startReceiver()
  for (const url of ['https://127.0.0.1/', 'https://10.0.0.5/', 'https://[::1]/', 'https://169.254.169.254/latest']) {
    const deliver = deliveryTo(webhookSettings(url), connectPolicy('public'))
    expect(await deliver({ id: 'x', target: 'webhook', message })).toBe('address_refused')
  }
  const deliver = deliveryTo(webhookSettings('https://inside.example/'), {
    ...connectPolicy('public'),
    resolve: (_name, _options, found) => found(null, [{ address: '192.168.1.1', family: 4 }]),
  })
  expect(await deliver({ id: 'x', target: 'webhook', message })).toBe('address_refused')
  expect(received).toEqual([])
})

it('[HEALTH-4] [T40] mails to every address, and tells nothing of a failure but its kind', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const deliver = deliveryTo({
    WAGGLE_SMTP_URL: `smtp://me:pass%40word@127.0.0.1:${smtp.port}`,
    WAGGLE_MAIL_FROM: 'site@live.example',
    WAGGLE_ALERT_MAIL: 'ops@example.com,night@example.com',
  })
  expect(await deliver({ id: 'x', target: 'mail', message })).toBeNull()
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ from: 'site@live.example', to: ['ops@example.com', 'night@example.com'] })
  expect(mail?.login).toBe('\0me\0pass@word')
  expect(mail?.text).toMatch(/^Subject: \[live\.example\] The disk with the recordings/m)
  expect(mail?.text).toContain('- A broadcast of @bob is reported.')
  expect(mail?.text).toContain('Is well again:')
  expect(mail?.text).not.toContain('pass@word')
  smtp.refuseWith('550 no such user as pass@word')
  expect(await deliver({ id: 'x', target: 'mail', message })).toMatch(/^\w+ 550$/)
})

it.each([
  ['the first language of the site', {}, ['es', 'en']],
  ['the language that the operator chose', { WAGGLE_ALERT_LANGUAGE: 'es' }, ['en']],
])('[HEALTH-4] mails and webhooks are in %s, and come from its name', async (_title, env, languages) => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const { url, received } = await startReceiver()
  const mail = { WAGGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, WAGGLE_ALERT_MAIL: 'ops@example.com' }
  const site = settingsWith({ name: 'Abejas, y más', languages })
  const deliver = deliveryTo({ ...mail, ...webhookSettings(url), ...env }, undefined, site)
  expect(await deliver({ id: 'x', target: 'mail', message })).toBeNull()
  const { headers, text } = readMail(smtp.mails[0]?.text ?? '')
  expect(headers.get('from')).toBe('Abejas, y más <waggle@127.0.0.1>')
  expect(headers.get('subject')).toMatch(
    /^\[live\.example\] El disco con las grabaciones de http:\/\/m1:8080 está casi lleno/,
  )
  expect(text).toContain('Te necesita:')
  expect(text).toContain('- Hay un reporte sobre una transmisión de @bob.')
  expect(text).toContain('Vuelve a estar bien:\n- No hay noticias del proceso c2 desde 2026-11-21 03:00 UTC.')
  expect(await deliver({ id: 'x', target: 'webhook', message })).toBeNull()
  expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({
    language: 'es',
    raised: [{}, { text: 'Hay un reporte sobre una transmisión de @bob.' }],
  })
})

it('[HEALTH-4] [T40] keeps a password from a server without TLS on another machine', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const config = readConfig({
    WAGGLE_SMTP_URL: 'smtp://me:hunter2@mail.example',
    WAGGLE_ALERT_MAIL: 'ops@example.com',
  })
  const mail = { ...config.alerts.mail!, smtpUrl: `smtp://me:hunter2@127.0.0.1:${smtp.port}` }
  const alerts = { ...config.alerts, mail }
  const context = { config: { ...config, alerts }, addresses, now: Date.now, settings: settingsWith({}) }
  const deliver = createAlertDelivery(context)
  expect(await deliver({ id: 'x', target: 'mail', message })).not.toBeNull()
  expect(smtp.mails).toEqual([])
})

it('[HEALTH-4] nothing on its way is lost by a restart', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  smtp.refuseWith('451 later')
  const site = await startTestSite({
    env: { WAGGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, WAGGLE_ALERT_MAIL: 'ops@example.com' },
  })
  onTestFinished(() => site.close())
  const { openDatabase } = await import('../../db/open.ts')
  const { raiseAlert } = await import('../../db/site-health/alerts.ts')
  const db = await openDatabase({ dataDir: site.dataDir })
  const facts = { thing: 'account', username: 'bob' }
  await raiseAlert(db, { kind: 'report', key: 'account bob', facts }, site.now() - 60_000)
  const attempts = async () => (await db.selectFrom('alert_messages').select('attempts').execute())[0]?.attempts
  await expect.poll(attempts, { timeout: 20_000 }).toBe(1)
  await db.destroy()
  await site.restart()
  smtp.refuseWith(undefined)
  site.moveClock(60_000)
  await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(1)
  expect(smtp.mails[0]?.text).toContain('@bob')
}, 60_000)
