import { spawnSync } from 'node:child_process'

const inside = 'WAGGLE_BENCH_OWN_NETWORK'

/**
 * Runs the calling script again in a network of its own, whose packets are as large as those of an Ethernet, and ends with it. Between
 * programs of one machine packets have 64 kB: the system then gives each connection 2.6 MB for what is not read, thirty times as much as one
 * over a network gets, and a few hundred slow readers take all of its memory for TCP. Returns where a network cannot be made.
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
      'Without a network of its own, for which it needs unshare and ip: slow readers take more memory than they could elsewhere.',
    )
    return
  }
  process.exit(unshare('exec "$@"', process.execPath, ...process.execArgv, ...process.argv.slice(1)).status ?? 1)
}
