import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, open, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeSelfSigned } from '../../../../../packages/media/src/rtmp/testing/self-signed.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import {
  freePort,
  removeFolder,
  startProcess,
  stopProcess,
  temporaryFolder,
} from '../../testing/engines/private-process.ts'
import { openTmpfs } from '../../testing/engines/small-disk.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { missingPrograms } from '../missing-programs.ts'
import { examineRtmpsCertificate } from './certificates.ts'
import { examineClock } from './clock.ts'
import { examineDataFolder } from './data-folder.ts'
import { examinePostgres, examineRedis } from './databases.ts'
import { examinePorts } from './own-ports.ts'
import { examinePublicAddress } from './public-address.ts'

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder('doctor')
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** A sentence with its cure after the first colon. */
const withCure = (text: string) => expect.stringMatching(new RegExp(`${text}.*: .+\\.$`, 's'))

describe('[OPS-8] the machine', () => {
  it('has no ffmpeg', async () => {
    const settings = { roles: ['core', 'media', 'chat'], transcode: 'auto', databaseUrl: undefined } as const
    const folder = await newFolder()
    expect(missingPrograms({ ...settings, roles: [...settings.roles] }, folder)).toEqual([
      withCure('^ffmpeg is not installed'),
    ])
    await writeFile(join(folder, 'ffmpeg'), '')
    expect(missingPrograms({ ...settings, roles: [...settings.roles] }, folder)).toEqual([])
  })

  it('lets the user not write into the data folder', async () => {
    const folder = await newFolder()
    await chmod(folder, 0o500)
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    const { mistakes } = await examineDataFolder(join(folder, 'data')).finally(() => isRoot && process.seteuid?.(0))
    expect(mistakes).toEqual([withCure('may not write into')])
  })

  it('has a file where the data folder should be', async () => {
    const file = join(await newFolder(), 'data')
    await writeFile(file, '')
    expect((await examineDataFolder(file)).mistakes).toEqual([withCure('which is a file')])
  })

  it('has a full disk', async ({ skip }) => {
    const disk = await openTmpfs()
    if (disk === undefined) return skip('mounting is not allowed here')
    onTestFinished(() => disk.close())
    expect((await examineDataFolder(disk.folder)).mistakes).toEqual([])
    await disk.fill(process.pid)
    expect((await examineDataFolder(disk.folder)).mistakes).toEqual([
      withCure('is full, so nothing can be stored'),
      withCure('is nearly full'),
    ])
  })

  it('has a slow disk', async () => {
    const folder = await newFolder()
    const file = await open(join(folder, 'any'), 'w')
    await file.close()
    const sync = vi.spyOn(Object.getPrototypeOf(file), 'datasync')
    onTestFinished(() => sync.mockRestore())
    sync.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 150)))
    const { mistakes } = await examineDataFolder(folder)
    expect(mistakes.filter((sentence) => !sentence.includes('nearly full'))).toEqual([
      withCure('takes \\d+ ms to store'),
    ])
  })

  it('has a clock that differs from that of the Hive nodes', async () => {
    const nodes = await Promise.all(
      ['127.0.0.1', '127.0.0.2'].map(async (host) => {
        const server = createHttpServer((_, response) => {
          response.setHeader('date', new Date(Date.now() + 300_000).toUTCString()).end('{}')
        })
        onTestFinished(() => server.close().closeAllConnections())
        await once(server.listen(0, host), 'listening')
        return `http://${host}:${(server.address() as AddressInfo).port}`
      }),
    )
    const hive: Config['hive'] = { chain: 'mainnet', nodes, posterAccount: 'waggle', posterKey: undefined }
    const { mistakes } = await examineClock({ hive, databaseUrl: undefined, dataDir: '/nowhere' })
    expect(mistakes).toEqual([withCure("^This machine's clock is (?:299|30\\d) s behind the Hive nodes'")])
  })

  it('has no database, another name of it, or no Redis', async () => {
    const port = await freePort()
    expect((await examinePostgres(`postgres://waggle:secret@127.0.0.1:${port}/waggle`)).mistakes).toEqual([
      withCure(`^PostgreSQL at 127.0.0.1:${port} cannot be used .*ECONNREFUSED.*`),
    ])
    expect((await examineRedis(`redis://:secret@127.0.0.1:${port}`)).mistakes).toEqual([
      withCure(`^Redis at 127.0.0.1:${port} cannot be used .*ECONNREFUSED.*`),
    ])
    const postgres = await startPostgres()
    onTestFinished(() => postgres.close())
    expect((await examinePostgres(postgres.url)).mistakes).toEqual([])
    const { mistakes } = await examinePostgres(new URL('/another', postgres.url).href)
    expect(mistakes).toEqual([expect.stringMatching(/: create the database 'another' .+\.$/)])
  })

  it('has another program on a port, or an address that is not its own', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { http, rtmp, roles } = readConfig({ WAGGLE_HTTP_PORT: `${port}`, WAGGLE_RTMP_PORT: `${await freePort()}` })
    const found = await examinePorts({ http, rtmp: { ...rtmp, host: '203.0.113.9' }, roles: [...roles] }, false)
    expect(found.mistakes).toEqual([
      withCure(`^Another program uses port ${port}`),
      withCure('^203.0.113.9 is not an address of this machine'),
    ])
  })

  it('has a certificate for RTMPS that ends soon, or none', async () => {
    const folder = await newFolder()
    const { certFile } = makeSelfSigned(folder, 'in.example', [], 5)
    expect((await examineRtmpsCertificate(certFile)).mistakes).toEqual([withCure('expires in [45] days')])
    expect((await examineRtmpsCertificate(join(folder, 'none'))).mistakes).toEqual([withCure('ENOENT')])
  })
})

describe('[OPS-8] the way to the site', () => {
  let site: TestSite
  let settings: Config
  let folder: string
  let nginx: ReturnType<typeof startProcess>
  const ports = { withoutSockets: 0, buffering: 0, redirecting: 0, failing: 0, other: 0 }

  beforeAll(async () => {
    const [httpPort, rtmpPort] = await Promise.all([freePort(), freePort()])
    for (const name of Object.keys(ports)) ports[name as keyof typeof ports] = await freePort()
    const env = { WAGGLE_HTTP_PORT: `${httpPort}`, WAGGLE_RTMP_PORT: `${rtmpPort}`, WAGGLE_TRANSCODE: 'off' }
    site = await startTestSite({ env })
    settings = readConfig({ ...env, WAGGLE_DATA_DIR: site.dataDir })
    folder = await temporaryFolder('mistaken-nginx')
    const pass = `proxy_pass http://127.0.0.1:${httpPort};`
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; worker_processes 1; error_log ${folder}/error.log;
       events {}
       http {
         access_log off;
         ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
         server { listen 127.0.0.1:${ports.withoutSockets}; location / { ${pass} proxy_http_version 1.1; } }
         server { listen 127.0.0.1:${ports.buffering}; location / {
           ${pass} proxy_http_version 1.0; proxy_buffer_size 128k; proxy_buffers 8 128k; proxy_busy_buffers_size 256k; } }
         server { listen 127.0.0.1:${ports.redirecting}; return 301 https://elsewhere.example$request_uri; }
         server { listen 127.0.0.1:${ports.failing}; location / { proxy_pass http://127.0.0.1:${await freePort()}; } }
         server { listen 127.0.0.1:${ports.other}; return 200 welcome; }
       }`,
    )
    nginx = startProcess('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')])
    for (;;) {
      if (
        await fetch(`http://127.0.0.1:${ports.other}`).then(
          () => true,
          () => false,
        )
      )
        break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  afterAll(async () => {
    if (nginx) await stopProcess(nginx)
    await site?.close()
    if (folder) await removeFolder(folder)
  })

  /** All mistakes on the way through this address. */
  async function mistakesAt(publicUrl: string, others: Partial<Config> = {}): Promise<string[]> {
    const found: string[] = []
    const changed = { ...settings, ...others, http: { ...settings.http, publicUrl } }
    for await (const { mistakes } of examinePublicAddress(changed)) found.push(...mistakes)
    return found
  }
  const at = (name: keyof typeof ports) => `http://127.0.0.1:${ports[name]}`

  it('has nothing in it where there is no proxy', async () => {
    expect(await mistakesAt(settings.http.publicUrl)).toEqual([])
    expect((await examinePorts(settings, true)).mistakes).toEqual([])
  })

  it('has a proxy without WebSockets', async () => {
    expect(await mistakesAt(at('withoutSockets'))).toContainEqual(withCure('does not pass WebSockets'))
  })

  it('has a proxy that holds answers back', async () => {
    expect(await mistakesAt(at('buffering'))).toContainEqual(withCure('holds answers back'))
    expect(await mistakesAt(at('withoutSockets'))).not.toContainEqual(withCure('holds answers back'))
  })

  it('leads elsewhere, to a proxy that does not reach the site, or to another site', async () => {
    expect(await mistakesAt(at('redirecting'))).toEqual([withCure('sends visitors on to https://elsewhere.example')])
    expect(await mistakesAt(at('failing'))).toEqual([withCure('answers 502')])
    expect(await mistakesAt(at('other'))).toEqual([withCure('is answered by something else')])
    const other = await startTestSite()
    onTestFinished(() => other.close())
    expect(await mistakesAt(other.url)).toEqual([withCure('leads to another site')])
  })

  it('has a name without an address, or a closed port', async () => {
    expect(await mistakesAt('http://waggle.invalid')).toEqual([withCure('^The name waggle.invalid has no address')])
    const port = await freePort()
    expect(await mistakesAt(`http://127.0.0.1:${port}`)).toEqual([
      withCure(`^Nothing answers at 127.0.0.1 port ${port}`),
    ])
  })

  it('is closed for encoders', async () => {
    const port = await freePort()
    const rtmp = { host: '127.0.0.1', port, publicUrl: `rtmp://127.0.0.1:${port}/live` }
    expect(await mistakesAt(settings.http.publicUrl, { rtmp })).toEqual([
      withCure(`^Port ${port} of 127.0.0.1 is closed`),
    ])
    expect((await examinePorts({ ...settings, rtmp }, true)).mistakes).toEqual([withCure('nothing answers encoders')])
  })

  it('has a certificate that expires soon, and that browsers refuse', async () => {
    const { certFile, keyFile } = makeSelfSigned(await newFolder(), 'localhost', ['IP:127.0.0.1'], 5)
    const server = createHttpsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
    onTestFinished(() => server.close().closeAllConnections())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    expect(await mistakesAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)).toEqual([
      withCure('expires in [45] days'),
      withCure('^Browsers refuse the certificate'),
    ])
  })
})
