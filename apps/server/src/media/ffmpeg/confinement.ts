import { execFile } from 'node:child_process'

/** What one ffmpeg may use. */
export interface FfmpegLimits {
  maxMemoryBytes: number
  /** Unlimited unless given. */
  maxCpuSeconds?: number
  needsNetwork?: boolean
}

/**
 * A command line that gives up privileges and becomes the program that is appended to it, with the same process id and file
 * descriptors. See docs/decisions/016-ffmpeg-is-confined.md.
 */
export interface Confinement {
  command(limits: FfmpegLimits): string[]
  /** What ffmpeg can still do on this system, for the operator. Empty when it is fully confined. */
  weaknesses: readonly string[]
}

const probeTimeoutMs = 5000
const maxOpenFiles = 64
/** The user and group `nobody` of Linux systems. */
const nobody = '65534'

const weakness = {
  network: 'it can reach the network',
  user: 'it can read what this server can read',
  privileges: 'it can gain privileges',
  limits: 'its memory is not limited',
}

/** The environment of every ffmpeg: where programs and their libraries are, and none of the server's secrets. */
export function ffmpegEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return { ...(PATH !== undefined && { PATH }), ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }) }
}

/** Tries what this system allows, the best first. ffmpeg cannot read the paths in `hidden` where it has to run as the server's user. */
export async function findConfinement(hidden: readonly string[]): Promise<Confinement> {
  const candidates = process.getuid?.() === 0 ? rootCandidates : userCandidates(hidden)
  for (const candidate of [...candidates, ...plainCandidates]) if (await works(candidate)) return candidate
  return { command: () => [], weaknesses: Object.values(weakness) }
}

const dropCapabilities = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
const becomeNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...dropCapabilities]

const rootCandidates: readonly Confinement[] = [
  {
    command: (limits) => [...(limits.needsNetwork ? [] : ['unshare', '--net']), ...becomeNobody, ...prlimit(limits)],
    weaknesses: [],
  },
  { command: (limits) => [...becomeNobody, ...prlimit(limits)], weaknesses: [weakness.network] },
]

/** Covers each path before `--`, then becomes the program after it. */
const hideAndExecute = `
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o size=4k,mode=0 none "$1"; else mount --bind /dev/null "$1"; fi || exit
  shift
done
shift
unset PWD
exec "$@"`

/** In a user namespace of its own, a process cannot read the environment or memory of the server, although its user is the same. */
function userCandidates(hidden: readonly string[]): readonly Confinement[] {
  const withoutNetwork = (limits: FfmpegLimits) => (limits.needsNetwork ? [] : ['--net'])
  return [
    {
      command: (limits) => [
        ...['unshare', '--user', '--map-root-user', '--mount', ...withoutNetwork(limits)],
        ...['sh', '-c', hideAndExecute, 'sh', ...hidden, '--', 'setpriv', ...dropCapabilities, ...prlimit(limits)],
      ],
      weaknesses: [],
    },
    {
      command: (limits) => [
        ...['unshare', '--user', '--map-current-user', ...withoutNetwork(limits)],
        ...['setpriv', '--no-new-privs', ...prlimit(limits)],
      ],
      weaknesses: [weakness.user],
    },
  ]
}

const plainCandidates: readonly Confinement[] = [
  {
    command: (limits) => ['setpriv', '--no-new-privs', ...prlimit(limits)],
    weaknesses: [weakness.network, weakness.user],
  },
  { command: prlimit, weaknesses: [weakness.network, weakness.user, weakness.privileges] },
]

function prlimit({ maxMemoryBytes, maxCpuSeconds }: FfmpegLimits): string[] {
  const cpu = maxCpuSeconds === undefined ? [] : [`--cpu=${maxCpuSeconds}`]
  return ['prlimit', `--as=${maxMemoryBytes}`, ...cpu, `--nofile=${maxOpenFiles}`, '--fsize=0', '--core=0', '--']
}

function works({ command }: Confinement): Promise<boolean> {
  const [program = '', ...args] = [...command({ maxMemoryBytes: 2 ** 31 }), 'ffmpeg', '-version']
  return new Promise((resolve) => {
    const options = { env: ffmpegEnvironment(), cwd: '/', timeout: probeTimeoutMs, killSignal: 'SIGKILL' } as const
    execFile(program, args, options, (error) => resolve(error === null))
  })
}
