import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { removeFolder, temporaryFolder } from '../../apps/server/src/testing/engines/private-process.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const unit = readFileSync(join(deploy, 'waggle.service'), 'utf8')
const reporter = readFileSync(join(deploy, 'waggle-edge-report.service'), 'utf8')

/** From 0 (it can do nothing) to 10, as systemd judges what a service could do to the machine. */
async function exposure(text: string): Promise<number> {
  const folder = await temporaryFolder('unit')
  onTestFinished(() => removeFolder(folder))
  const file = join(folder, 'waggle.service')
  await writeFile(file, text)
  const report = execFileSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', '--threshold=100', file],
    {
      encoding: 'utf8',
    },
  )
  return Number(/Overall exposure level for waggle.service: ([\d.]+)/.exec(report)?.[1])
}

describe('[OPS-11] the service of systemd', () => {
  it('is confined: an exposure of 3.0 at most', async () => {
    expect(await exposure(unit)).toBeLessThanOrEqual(3)
    // What its file says of it.
    expect(unit).toContain(`gives it ${(await exposure(unit)).toFixed(1)} (smaller is better`)
    const bare = unit.replace(/^(?:Protect|Private|Restrict|Capability|NoNew|SystemCall).*$/gm, '')
    expect(await exposure(bare)).toBeGreaterThan(6)
  })

  it('that reports what an edge sends is confined too, and starts the command with its settings', async () => {
    const found = await exposure(reporter)
    expect(found).toBeLessThanOrEqual(3)
    expect(reporter).toContain(`gives it ${found.toFixed(1)} (smaller is better`)
    expect(reporter).toMatch(/^ExecStart=.* waggle edge-report varnish$/m)
    const named = [...reporter.matchAll(/^# {5}(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])
    const config = readConfig({ ...Object.fromEntries(named), WAGGLE_EDGE_SECRET: 'sixteen-or-more-characters' })
    expect(config).toMatchObject({
      dataDir: `/var/lib/${/^StateDirectory=(.*)$/m.exec(reporter)?.[1]}`,
      http: { publicUrl: 'https://live.example' },
    })
  })

  it('lets Waggle end its processes in order, and starts it again itself', () => {
    const values = Object.fromEntries([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
    expect(values).toMatchObject({ KillMode: 'mixed', Restart: 'on-failure', User: 'waggle' })
    expect(values.ExecStart).toMatch(/ waggle start --no-restart$/)
    expect(Number(values.TimeoutStopSec)).toBeGreaterThan(30)
  })

  it('has example settings that are in order', () => {
    const config = readConfig(parseEnv(readFileSync(join(deploy, 'waggle.settings'), 'utf8')))
    expect(config).toMatchObject({
      production: true,
      dataDir: '/var/lib/waggle',
      http: { host: '127.0.0.1', publicUrl: 'https://live.example' },
      rtmp: { host: '0.0.0.0' },
    })
  })
})
