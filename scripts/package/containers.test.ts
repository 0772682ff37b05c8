import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../apps/server/src/config/config.ts'
import {
  freePort,
  removeFolder,
  stopProcess,
  temporaryFolder,
  untilUp,
} from '../../apps/server/src/testing/engines/private-process.ts'
import { makeSelfSigned } from '../../packages/media/src/rtmp/testing/self-signed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Service {
  image: string
  profiles?: string[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  restart?: string
  stop_grace_period?: string
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
}

/** As Compose fills `${NAME}`, `${NAME:-default}` and `${NAME:?what it is}` in. */
function interpolate(text: string, given: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = given[name]
    if (value) return value
    if (kind === '?') throw new Error(`${name} is required`)
    return kind === '-' ? rest : ''
  })
}

function readCompose(given: Record<string, string>) {
  const { services, volumes } = parse(interpolate(read('compose.yaml'), given), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const list = Object.entries(services)
  return { services, volumes, ours: list.filter(([, { image }]) => image === 'waggle'), list }
}

const settings = { WAGGLE_PUBLIC_URL: 'https://live.example', DATABASE_PASSWORD: 'secret' }

describe('[OPS-11] compose.yaml', () => {
  const { services, volumes, ours, list } = readCompose(settings)

  it('runs one process on SQLite, unless the profile is chosen', () => {
    expect(list.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)).toEqual(['waggle'])
    const alone = readConfig(services.waggle?.environment ?? {})
    expect(alone).toMatchObject({ production: true, databaseUrl: undefined, roles: ['core', 'media', 'chat'] })
    expect(() => readCompose({})).toThrow('WAGGLE_PUBLIC_URL is required')
  })

  it('has every role in the profile, two processes with media, and one place for keys and recordings', () => {
    const several = ours.filter(([, { profiles }]) => profiles?.includes('several'))
    const configs = several.map(([name, { environment }]) => [name, readConfig(environment ?? {})] as const)
    expect(configs.map(([, { roles }]) => roles)).toEqual([['core', 'chat'], ['media'], ['media']])
    for (const [name, { roles, nodeUrl, recordings }] of configs) {
      expect(nodeUrl).toBe(roles.includes('media') ? `http://${name}:8080` : undefined)
      expect(recordings).toMatchObject({ store: { folder: expect.stringMatching(/^\/data\//) } })
    }
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['postgres', 'redis', 'nginx']))
  })

  it('gives no container more than it needs', () => {
    for (const [name, service] of [...ours, ['nginx', services.nginx!] as const]) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      })
    }
    // As long as a clean end may take (F17), and some more.
    for (const [, { stop_grace_period }] of ours)
      expect(Number.parseInt(stop_grace_period ?? '0', 10)).toBeGreaterThan(30)
    const published = ours.flatMap(([, { ports }]) => ports ?? [])
    expect(published.filter((port) => port.endsWith(':8080'))).toEqual(['127.0.0.1:8080:8080'])
  })

  it('names only services and volumes that it has', () => {
    for (const [, { depends_on = {}, volumes: used = [] }] of list) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(name)
        expect(condition).toBe('service_healthy')
      }
      const named = used.map((volume) => volume.split(':')[0] ?? '').filter((volume) => !/^[./]/.test(volume))
      for (const volume of named) expect(Object.keys(volumes)).toContain(volume)
    }
  })
})

describe('[OPS-11] the image', () => {
  const stages = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => text.split('\n').filter((line) => /^[A-Z]+ /.test(line)))
  const last = stages.at(-1) ?? []
  const value = (lines: readonly string[], word: string) =>
    lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1)

  it('runs without root, says whether it is ready, and ends in order', () => {
    for (const lines of stages.slice(1)) expect(Number.parseInt(value(lines, 'USER') ?? '0', 10)).toBeGreaterThan(0)
    expect(value(last, 'FROM')).toBe('debian:bookworm-slim AS waggle')
    expect(value(last, 'STOPSIGNAL')).toBe('SIGTERM')
    expect(value(last, 'VOLUME')).toBe('/data')
    expect(value(last, 'HEALTHCHECK')).toContain('CMD ["node", "/opt/health.mjs"]')
    // Without a shell, which would not pass SIGTERM on.
    expect(JSON.parse(value(last, 'ENTRYPOINT') ?? '')).toEqual(['tini', '--', 'waggle'])
    expect(JSON.parse(value(last, 'CMD') ?? '')).toEqual(['start'])
  })

  it('is made of files that exist, with steps that a shell can read', () => {
    const steps = stages.flat().flatMap((line) => line.match(/(?:deploy|opt)\/[\w./-]+\.(?:sh|mjs|conf)/g) ?? [])
    const files = steps.map((step) => step.replace(/^opt\/(?:nginx\/)?/, 'deploy/container/'))
    expect(files.length).toBeGreaterThan(6)
    for (const file of files) {
      expect(
        [file, file.replace('container/', '')].some((path) => existsSync(join(root, path))),
        file,
      ).toBe(true)
      if (file.endsWith('.sh')) execFileSync('sh', ['-n', join(root, file)])
    }
    for (const kept of ['.git', 'data', '**/node_modules']) expect(read('.dockerignore').split('\n')).toContain(kept)
  })
})

it('[OPS-11] the container of nginx passes media to the processes for it, and all else to core', async () => {
  const folder = await temporaryFolder('nginx-container')
  onTestFinished(() => removeFolder(folder))
  const upstream = async (name: string) => {
    const server = createServer((_, response) => response.end(name))
    onTestFinished(() => server.close().closeAllConnections())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const { certFile, keyFile } = makeSelfSigned(folder, 'localhost', ['IP:127.0.0.1'])
  copyFileSync(certFile, join(folder, 'fullchain.pem'))
  copyFileSync(keyFile, join(folder, 'privkey.pem'))
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certFile, 'utf8')])
  const [port, plainPort] = await Promise.all([freePort(), freePort()])
  const env = {
    PATH: process.env.PATH,
    CORE: await upstream('core'),
    MEDIA: `${await upstream('media')} ${await upstream('media')}`,
    ...{ NAME: 'localhost', CERTIFICATES: folder, RUN_FOLDER: join(folder, 'run') },
    ACCESS_LOG: join(folder, 'access.log'),
    ...{ HTTP_PORT: `127.0.0.1:${plainPort}`, HTTPS_PORT: `127.0.0.1:${port}` },
  }
  const child = spawn('sh', [join(root, 'deploy/container/start-nginx.sh'), join(root, 'deploy/nginx.conf')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => stopProcess(child))
  const get = async (path: string) => (await fetch(`https://127.0.0.1:${port}${path}`)).text()
  await untilUp(child, async () => {
    await get('/')
  })
  expect(await get('/')).toBe('core')
  expect(await get('/socket.io/')).toBe('core')
  expect(await get('/live/aaaaaaaaaaaaaaaaaaaa/master.m3u8')).toBe('media')
})
