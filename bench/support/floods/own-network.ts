import { spawnSync } from 'node:child_process'

const inside = 'WAGGLE_BENCH_OWN_NETWORK'

/**
 * Runs the calling script again in a network of its own, whose packets are as large as those of an Ethernet and whose counters are nobody
 * else's, and ends with it. Between programs of one machine packets have 64 kB. Returns where a network cannot be made.
 */
export function enterOwnNetwork(): void {
  if (process.env[inside] !== undefined) return
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const unshare = (command: string, ...args: string[]) =>
    spawnSync('unshare', [...asRoot, '--net', 'sh', '-c', `ip link set lo mtu 1500 up && ${command}`, 'sh', ...args], {
      env: { ...process.env, [inside]: '1' },
      stdio: 'inherit',
    })
  if (unshare('true').status !== 0) {
    console.log(
      'Without a network of its own, for which it needs unshare and ip: packets have 64 kB, and the counters count everything here.',
    )
    return
  }
  process.exit(unshare('exec "$@"', process.execPath, ...process.execArgv, ...process.argv.slice(1)).status ?? 1)
}
