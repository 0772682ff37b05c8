// `npm run bench:NAME`, `conformance` and `fuzz`: installs what the measurement needs and runs the NAME.ts in a room of bench/.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebApp, chromium, environment, installPackages, installPrograms, node, players, root } from './setup.mjs'

const nginxRtmp = { nginx: 'nginx', '/usr/lib/nginx/modules/ngx_rtmp_module.so': 'libnginx-mod-rtmp' }
const programs = {
  conformance: { ffmpeg: 'ffmpeg', ...chromium, ...players },
  delivery: { nginx: 'nginx', wrk: 'wrk' },
  'edge-costs': { ffmpeg: 'ffmpeg', '/usr/sbin/varnishd': 'varnish' },
  edges: { ffmpeg: 'ffmpeg', nginx: 'nginx', '/usr/sbin/varnishd': 'varnish' },
  floods: { ffmpeg: 'ffmpeg', nginx: 'nginx' },
  faults: { 'redis-server': 'redis-server', '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15' },
  fuzz: {},
  ingest: { ffmpeg: 'ffmpeg', ...nginxRtmp },
  load: {},
  latency: { ffmpeg: 'ffmpeg', ...chromium, ...nginxRtmp },
  memory: {},
  meter: { ffmpeg: 'ffmpeg', wrk: 'wrk' },
  'recording-kills': { ffmpeg: 'ffmpeg' },
  'recording-store-away': { ffmpeg: 'ffmpeg' },
  replays: { ffmpeg: 'ffmpeg', ...chromium, nginx: 'nginx', wrk: 'wrk' },
  migrate: {},
  'rolling-upgrade': { ffmpeg: 'ffmpeg', ...chromium, nginx: 'nginx' },
  'token-farming': {},
}

const [name, ...args] = process.argv.slice(2)
const bench = join(root, 'bench')
const file = readdirSync(bench)
  .map((room) => join(bench, room, `${name}.ts`))
  .find(existsSync)
if (file === undefined) {
  console.error(`There is no measurement called '${name}': bench/README.md lists them.`)
  process.exit(1)
}
installPackages()
if (!installPrograms(programs[name] ?? { ffmpeg: 'ffmpeg', ...chromium })) process.exit(1)
buildWebApp()
const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', file, ...args], {
  env: environment,
  stdio: 'inherit',
})
process.exit(status ?? 1)
