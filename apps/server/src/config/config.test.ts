import { describe, expect, it } from 'vitest'
import { ConfigError } from '../lib/startup/config-error.ts'
import { readConfig } from './config.ts'
import { withPorts } from './listeners.ts'

const alertSecret = { WAGGLE_ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` }
const mainnet = { WAGGLE_HIVE: 'mainnet', WAGGLE_PUBLIC_URL: 'https://live.example' }

describe('settings', () => {
  it('has its defaults in the sandbox', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      http: { host: '127.0.0.1', port: 8080, publicUrl: 'http://127.0.0.1:8080' },
      rtmp: { host: '127.0.0.1', port: 1935, publicUrl: 'rtmp://127.0.0.1:1935/live' },
      hive: { chain: 'sandbox', posterAccount: 'waggle' },
      roles: ['core', 'media', 'chat'],
      logFormat: 'auto',
      transcode: 'auto',
      sampleStream: false,
      adUrl: undefined,
      chatDays: 90,
      webhooks: 'off',
      push: 'public',
    })
    expect(readConfig({ WAGGLE_PUSH: '0' }).push).toBe('off')
    expect(readConfig({ WAGGLE_PUSH: 'loopback' }).push).toBe('loopback')
    expect(config.dataDir).toBe(`${process.cwd()}/data`)
  })

  it('listens on all addresses on mainnet, and gives encoders the name of the site', () => {
    const config = readConfig({ ...mainnet, NODE_ENV: 'production' })
    expect(config.http).toEqual({ host: '0.0.0.0', port: 8080, publicUrl: 'https://live.example' })
    expect(config.rtmp).toEqual({ host: '0.0.0.0', port: 1935, publicUrl: 'rtmp://live.example:1935/live' })
  })

  it('gives other processes the address of this one, if there can be others', () => {
    const shared = { DATABASE_URL: 'postgres://localhost/waggle', REDIS_URL: 'redis://cache' }
    expect(readConfig({ DATABASE_URL: shared.DATABASE_URL }).nodeUrl).toBeUndefined()
    expect(readConfig(shared).nodeUrl).toBe('http://127.0.0.1:8080')
    expect(() => readConfig({ ...shared, DATABASE_URL: 'postgres://db/waggle' })).toThrow('WAGGLE_NODE_URL is missing')
    expect(readConfig({ ...mainnet, ...shared, WAGGLE_HTTP_HOST: '10.1.2.3' }).nodeUrl).toBe('http://10.1.2.3:8080')
    expect(readConfig({ ...mainnet, ...shared }).nodeUrl).toMatch(/^http:\/\/\d+\.\d+\.\d+\.\d+:8080$/)
    expect(readConfig({ ...mainnet, ...shared }).nodeUrl).not.toContain('0.0.0.0')
    expect(readConfig({ ...shared, WAGGLE_NODE_URL: 'https://a.inside/' }).nodeUrl).toBe('https://a.inside')
    expect(() => readConfig({ ...shared, WAGGLE_NODE_URL: 'http://a/b' })).toThrow('scheme, host and port')
    expect(() => readConfig({ WAGGLE_NODE_URL: 'http://a' })).toThrow('DATABASE_URL and REDIS_URL')
    expect(() => readConfig({ ...shared, WAGGLE_HTTP_PORT: '0' })).toThrow('choose one')
    expect(readConfig({ ...shared, WAGGLE_NODE_URL: 'http://a', WAGGLE_ROLES: 'core,chat' }).nodeUrl).toBeUndefined()
  })

  it('[REC-1] records into the data folder by default, and where the operator says', () => {
    const folder = (env: Record<string, string>) => readConfig(env).recordings
    expect(folder({ WAGGLE_DATA_DIR: '/srv/waggle' })).toEqual({
      rewindHours: 6,
      keepDays: 14,
      store: { kind: 'folder', folder: '/srv/waggle/recordings/stored' },
    })
    expect(folder({ WAGGLE_REWIND_HOURS: '2' })).toMatchObject({ rewindHours: 2 })
    expect(folder({ WAGGLE_REWIND_HOURS: '0' })).toBe('off')
    expect(folder({ WAGGLE_RECORDINGS_URL: 'file:///mnt/big' })).toMatchObject({ store: { folder: '/mnt/big' } })
    expect(() => folder({ WAGGLE_RECORDINGS_URL: 'file://server/big' })).toThrow('a folder of this machine')
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
    expect(folder({ ...keys, WAGGLE_RECORDINGS_URL: 's3://big-bucket/a/b/?region=eu-central-1' })).toEqual({
      rewindHours: 6,
      keepDays: 14,
      store: {
        ...{ kind: 's3', endpoint: 'https://s3.eu-central-1.amazonaws.com', bucket: 'big-bucket', prefix: 'a/b/' },
        ...{ region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    })
    const minio = 's3://big?endpoint=http://127.0.0.1:9000'
    expect(folder({ ...keys, WAGGLE_RECORDINGS_URL: minio })).toMatchObject({
      store: { endpoint: 'http://127.0.0.1:9000', bucket: 'big', prefix: '', region: 'us-east-1' },
    })
    expect(() => folder({ WAGGLE_RECORDINGS_URL: minio })).toThrow('AWS_ACCESS_KEY_ID')
    expect(() => folder({ ...keys, WAGGLE_RECORDINGS_URL: `${minio}/path` })).toThrow('host and port only')
    expect(() => folder({ ...keys, WAGGLE_RECORDINGS_URL: 's3://a_b/x' })).toThrow('must be such as s3://bucket/folder')
    expect(() => folder({ WAGGLE_REWIND_HOURS: '49' })).toThrow('from 0 to 48')
    const bounds = { WAGGLE_REPLAY_DAYS: '90', WAGGLE_REPLAY_GIB: '500', WAGGLE_REPLAY_GIB_PER_CHANNEL: '20' }
    expect(folder(bounds)).toMatchObject({ keepDays: 90, maxBytes: 500 * 2 ** 30, maxBytesPerChannel: 20 * 2 ** 30 })
    const off = { WAGGLE_REWIND_HOURS: '0' }
    expect(() => folder({ ...off, WAGGLE_REPLAY_DAYS: '90' })).toThrow('because WAGGLE_REWIND_HOURS is 0')
    const cdn = { WAGGLE_RECORDINGS_PUBLIC_URL: 'https://cdn.example/recordings/' }
    expect(folder(cdn)).toMatchObject({ publicUrl: 'https://cdn.example/recordings' })
    expect(() => folder({ ...off, ...cdn })).toThrow('WAGGLE_RECORDINGS_PUBLIC_URL is set, but nothing is recorded')
    expect(() => folder({ WAGGLE_RECORDINGS_PUBLIC_URL: 'https://cdn.example/?a=b' })).toThrow('without a query')
    expect(() => folder({ ...off, WAGGLE_RECORDINGS_URL: 'file:///mnt/big' })).toThrow('nothing is recorded')
    const shared = { DATABASE_URL: 'postgres://localhost/waggle', REDIS_URL: 'redis://cache' }
    expect(folder(shared)).toBe('off')
    expect(folder({ ...shared, WAGGLE_ROLES: 'core' })).toBe('off')
    expect(() => folder({ ...shared, WAGGLE_REPLAY_DAYS: '90' })).toThrow('a place that all of them reach')
    expect(() => folder({ ...shared, WAGGLE_REWIND_HOURS: '6' })).toThrow('a place that all of them reach')
    expect(folder({ ...shared, WAGGLE_RECORDINGS_URL: 'file:///mnt/shared' })).toMatchObject({ rewindHours: 6 })
  })

  it('[LIMIT-5] keeps chat for a whole number of days', () => {
    expect(readConfig({ WAGGLE_CHAT_DAYS: '7' }).chatDays).toBe(7)
    for (const days of ['0', '-1', '1.5', 'always', '99999']) {
      expect(() => readConfig({ WAGGLE_CHAT_DAYS: days })).toThrow('use a whole number from 1 to 36500')
    }
  })

  it('[PRIVACY-5] keeps addresses for a week, or as many days as are set', () => {
    expect(readConfig({}).keepAddressesDays).toBe(7)
    expect(readConfig({ WAGGLE_KEEP_ADDRESSES_DAYS: '1' }).keepAddressesDays).toBe(1)
    for (const days of ['0', '366', 'ever']) {
      expect(() => readConfig({ WAGGLE_KEEP_ADDRESSES_DAYS: days })).toThrow('use a whole number from 1 to 365')
    }
  })

  it('[OPERATE-4] keeps the log of what was done for ever, or for at least a month', () => {
    expect(readConfig({}).actionLogDays).toBeUndefined()
    expect(readConfig({ WAGGLE_ACTION_LOG_DAYS: '365' }).actionLogDays).toBe(365)
    expect(() => readConfig({ WAGGLE_ACTION_LOG_DAYS: '7' })).toThrow('use a whole number from 30 to 36500')
  })

  it('trusts the proxies that are listed', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    expect(readConfig({ WAGGLE_TRUSTED_PROXIES: '10.0.0.5, fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.5',
      'fd00::/8',
    ])
    expect(() => readConfig({ WAGGLE_TRUSTED_PROXIES: '10.0.0.5,proxy' })).toThrow("names 'proxy'")
  })

  it('shows metrics to this machine only, unless told otherwise', () => {
    expect(readConfig(mainnet).metrics).toBeUndefined()
    const port = { ...mainnet, WAGGLE_HTTP_HOST: '0.0.0.0', WAGGLE_METRICS_PORT: '9100' }
    expect(readConfig(port).metrics).toEqual({ host: '127.0.0.1', port: 9100 })
    expect(readConfig({ ...port, WAGGLE_METRICS_HOST: '10.0.0.5' }).metrics).toEqual({ host: '10.0.0.5', port: 9100 })
    expect(() => readConfig({ WAGGLE_METRICS_HOST: '10.0.0.5' })).toThrow('WAGGLE_METRICS_PORT')
  })

  it('uses the values that are set', () => {
    const config = readConfig(
      {
        WAGGLE_HTTP_PORT: '9000',
        WAGGLE_RTMP_URL: 'rtmps://in.example/live',
        WAGGLE_ROLES: 'media, core',
        DATABASE_URL: 'postgres://u:secret@db/waggle',
        REDIS_URL: 'redis://cache',
        WAGGLE_NODE_URL: 'http://10.0.0.5:9000',
        WAGGLE_TRANSCODE: '720p,480p',
        WAGGLE_REALTIME: '200',
        WAGGLE_SAMPLE_STREAM: '1',
        UNRELATED: 'x',
      },
      [],
    )
    expect(config).toMatchObject({
      http: { port: 9000 },
      rtmp: { publicUrl: 'rtmps://in.example/live' },
      roles: ['core', 'media'],
      transcode: [720, 480],
      realTime: 200,
      sampleStream: true,
    })
    expect(readConfig({}, ['--sample-stream']).sampleStream).toBe(true)
  })

  it('tells players the address of a relay without the token for publishing', () => {
    const config = readConfig({ ...mainnet, WAGGLE_MOQ_RELAY: 'https://relay.example/waggle?jwt=hunter2' })
    expect(config.moqRelay).toEqual({
      publishUrl: 'https://relay.example/waggle?jwt=hunter2',
      playerUrl: 'https://relay.example/waggle',
    })
    expect(readConfig({ WAGGLE_MOQ_RELAY: 'http://127.0.0.1:4443/anon' }).moqRelay?.playerUrl).toBe(
      'http://127.0.0.1:4443/anon',
    )
  })

  it('has the real ports where port 0 was configured', () => {
    const config = withPorts(readConfig({ WAGGLE_HTTP_PORT: '0', WAGGLE_RTMP_PORT: '0' }), { http: 1234, rtmp: 5678 })
    expect(config.http).toMatchObject({ port: 1234, publicUrl: 'http://127.0.0.1:1234' })
    expect(config.rtmp).toMatchObject({ port: 5678, publicUrl: 'rtmp://127.0.0.1:5678/live' })
  })

  it('never changes', () => {
    const config = readConfig({ WAGGLE_HTTP_PORT: '0' })
    expect(() => Object.assign(config.http, { port: 1234 })).toThrow(TypeError)
    withPorts(config, { http: 1234 })
    expect(config.http.port).toBe(0)
  })

  it('[HEALTH-4] tells operators by mail and webhook where that is set', () => {
    expect(readConfig({}).alerts).toEqual({ webhook: undefined, mail: undefined, language: 'site' })
    const env = {
      ...mainnet,
      ...alertSecret,
      WAGGLE_ALERT_WEBHOOK: 'https://hooks.example/waggle',
      WAGGLE_SMTP_URL: 'smtp://me:secret@mail.example:587',
      WAGGLE_ALERT_MAIL: 'ops@example.com, night@example.com',
      WAGGLE_ALERT_LANGUAGE: 'es',
    }
    expect(readConfig(env).alerts).toEqual({
      webhook: { url: 'https://hooks.example/waggle', secret: alertSecret.WAGGLE_ALERT_WEBHOOK_SECRET },
      mail: {
        smtpUrl: 'smtp://me:secret@mail.example:587',
        requiresTls: true,
        from: 'waggle@live.example',
        to: ['ops@example.com', 'night@example.com'],
      },
      language: 'es',
    })
    const local = { WAGGLE_SMTP_URL: 'smtp://me:secret@127.0.0.1', WAGGLE_MAIL_FROM: 'site@example.com' }
    expect(readConfig(local).alerts.mail).toMatchObject({ requiresTls: false, from: 'site@example.com', to: [] })
  })

  it('offers RTMPS on the host of RTMP', () => {
    const files = { WAGGLE_RTMPS_CERT_FILE: '/etc/live/cert.pem', WAGGLE_RTMPS_KEY_FILE: 'key.pem' }
    const config = readConfig({ ...mainnet, ...files, WAGGLE_RTMPS_PORT: '0' })
    expect(readConfig(mainnet).rtmps).toBeUndefined()
    expect(withPorts(config, { rtmps: 1936 }).rtmps).toEqual({
      port: 1936,
      publicUrl: 'rtmps://live.example:1936/live',
      certFile: '/etc/live/cert.pem',
      keyFile: `${process.cwd()}/key.pem`,
    })
  })

  it.each([
    ['WAGGLE_HTTP_PORT', { WAGGLE_HTTP_PORT: '80a' }],
    ['WAGGLE_RTMP_PORT', { WAGGLE_RTMP_PORT: '70000' }],
    ['WAGGLE_RTMP_PORT', { WAGGLE_RTMP_PORT: '8080' }],
    ['WAGGLE_METRICS_PORT', { WAGGLE_METRICS_PORT: '8080' }],
    ['WAGGLE_LOG', { WAGGLE_LOG: 'xml' }],
    ['WAGGLE_HTTP_HOST', { WAGGLE_HTTP_HOST: 'no host' }],
    ['WAGGLE_HTTP_HOST', { WAGGLE_HTTP_HOST: '0.0.0.0' }],
    ['WAGGLE_AD_URL', { WAGGLE_AD_URL: 'http://ads.example/frame' }],
    ['WAGGLE_AD_URL', { WAGGLE_AD_URL: 'javascript:alert(1)' }],
    ['WAGGLE_AD_URL', { WAGGLE_AD_URL: 'https://user:secret@ads.example/' }],
    ['WAGGLE_AD_URL', { WAGGLE_AD_URL: 'http://127.0.0.1:8080/ads' }],
    ['WAGGLE_HIVE', { WAGGLE_HIVE: 'testnet' }],
    ['WAGGLE_HIVE', { NODE_ENV: 'production' }],
    ['WAGGLE_PUBLIC_URL', { WAGGLE_HIVE: 'mainnet' }],
    ['WAGGLE_PUBLIC_URL', { WAGGLE_PUBLIC_URL: 'live.example' }],
    ['WAGGLE_PUBLIC_URL', { WAGGLE_PUBLIC_URL: 'https://live.example/path' }],
    ['WAGGLE_PUBLIC_URL', { WAGGLE_PUBLIC_URL: `https://${'a'.repeat(60)}.${'b'.repeat(40)}` }],
    ['WAGGLE_RTMP_URL', { WAGGLE_RTMP_URL: 'rtmp://live.example/app' }],
    ['WAGGLE_RTMPS_CERT_FILE', { WAGGLE_RTMPS_PORT: '1936' }],
    ['WAGGLE_RTMPS_CERT_FILE', { WAGGLE_RTMPS_PORT: '1936', WAGGLE_RTMPS_KEY_FILE: 'k' }],
    ['WAGGLE_RTMPS_KEY_FILE', { WAGGLE_RTMPS_PORT: '1936', WAGGLE_RTMPS_CERT_FILE: 'c' }],
    ['WAGGLE_RTMPS_CERT_FILE', { WAGGLE_RTMPS_CERT_FILE: 'c' }],
    ['WAGGLE_RTMPS_KEY_FILE', { WAGGLE_RTMPS_KEY_FILE: 'k' }],
    ['WAGGLE_RTMPS_PORT', { WAGGLE_RTMPS_PORT: '1935', WAGGLE_RTMPS_CERT_FILE: 'c', WAGGLE_RTMPS_KEY_FILE: 'k' }],
    ['WAGGLE_HIVE_NODES', { ...mainnet, WAGGLE_HIVE_NODES: 'https://one.example,https://one.example' }],
    ['WAGGLE_HIVE_NODES', { ...mainnet, WAGGLE_HIVE_NODES: 'one.example,two.example' }],
    ['WAGGLE_HIVE_NODES', { WAGGLE_HIVE_NODES: 'https://one.example,https://two.example' }],
    ['WAGGLE_POSTER_ACCOUNT', { WAGGLE_POSTER_ACCOUNT: 'No' }],
    ['WAGGLE_POSTER_KEY', { ...mainnet, WAGGLE_POSTER_KEY: 'hunter2' }],
    ['WAGGLE_POSTER_KEY_FILE', { ...mainnet, WAGGLE_POSTER_KEY: `5${'a'.repeat(50)}`, WAGGLE_POSTER_KEY_FILE: '/key' }],
    ['WAGGLE_ROLES', { WAGGLE_ROLES: 'core' }],
    ['WAGGLE_ROLES', { WAGGLE_ROLES: 'core,video' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:hunter2@db' }],
    ['REDIS_URL', { REDIS_URL: 'cache:6379' }],
    ['WAGGLE_TRANSCODE', { WAGGLE_TRANSCODE: '144p' }],
    ['WAGGLE_REALTIME', { WAGGLE_REALTIME: 'on' }],
    ['WAGGLE_REALTIME', { WAGGLE_REALTIME: '0' }],
    ['WAGGLE_MOQ_RELAY', { WAGGLE_MOQ_RELAY: 'relay.example' }],
    ['WAGGLE_MOQ_RELAY', { ...mainnet, WAGGLE_MOQ_RELAY: 'http://relay.example/' }],
    ['WAGGLE_MOQ_RELAY', { WAGGLE_MOQ_RELAY: 'https://me:hunter2@relay.example/' }],
    ['WAGGLE_MOQ_RELAY', { WAGGLE_MOQ_RELAY: 'https://relay.example/', WAGGLE_REALTIME: 'off' }],
    ['WAGGLE_SAMPLE_STREAM', { WAGGLE_SAMPLE_STREAM: 'yes' }],
    ['WAGGLE_ALERT_WEBHOOK', { ...alertSecret, WAGGLE_ALERT_WEBHOOK: 'http://hooks.example/' }],
    ['WAGGLE_ALERT_WEBHOOK', { ...alertSecret, WAGGLE_ALERT_WEBHOOK: 'https://me:hunter2@hooks.example/' }],
    ['WAGGLE_ALERT_WEBHOOK', alertSecret],
    ['WAGGLE_ALERT_WEBHOOK_SECRET', { WAGGLE_ALERT_WEBHOOK: 'https://hooks.example/' }],
    [
      'WAGGLE_ALERT_WEBHOOK_SECRET',
      { WAGGLE_ALERT_WEBHOOK: 'https://hooks.example/', WAGGLE_ALERT_WEBHOOK_SECRET: 'whsec_hunter2' },
    ],
    ['WAGGLE_SMTP_URL', { WAGGLE_SMTP_URL: 'mail.example:25' }],
    ['WAGGLE_SMTP_URL', { WAGGLE_SMTP_URL: 'smtp://me:hunter2@mail.example/box' }],
    ['WAGGLE_SMTP_URL', { WAGGLE_ALERT_MAIL: 'ops@example.com' }],
    ['WAGGLE_SMTP_URL', { WAGGLE_MAIL_FROM: 'waggle@example.com' }],
    ['WAGGLE_ALERT_MAIL', { WAGGLE_SMTP_URL: 'smtp://127.0.0.1', WAGGLE_ALERT_MAIL: 'Ops <ops@example.com>' }],
    ['WAGGLE_ALERT_LANGUAGE', { WAGGLE_ALERT_LANGUAGE: 'fr' }],
    ['WAGGLE_MAIL_FROM', { WAGGLE_SMTP_URL: 'smtp://127.0.0.1', WAGGLE_MAIL_FROM: 'nobody' }],
    ['WAGGLE_HTP_PORT', { WAGGLE_HTP_PORT: '1' }],
    ['WAGGLE_WEBHOOKS', { WAGGLE_WEBHOOKS: 'yes' }],
    ['WAGGLE_WEBHOOKS', { ...mainnet, WAGGLE_WEBHOOKS: 'loopback' }],
    ['WAGGLE_PUSH', { WAGGLE_PUSH: 'yes' }],
    ['WAGGLE_PUSH', { ...mainnet, WAGGLE_PUSH: 'loopback' }],
  ])('refuses to boot with one sentence that names %s (%j)', (name, env) => {
    const message = refusalOf(() => readConfig(env))
    expect(message).toContain(name)
    expect(message).toMatch(/^[^\n]+\.$/)
    expect(message).not.toContain('hunter2')
  })

  it('refuses an unknown option', () => {
    expect(refusalOf(() => readConfig({}, ['--sample']))).toContain('--sample-stream')
  })
})

function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the settings were accepted')
}
