import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const programPlayers = ['ffmpeg', 'mpv', 'VLC'] as const
export type ProgramPlayer = (typeof programPlayers)[number]

export interface ProgramPlay {
  player: ProgramPlayer
  /** Errors and warnings that it printed. */
  errors: string[]
  /** How often it ran out of media after the first picture; ffmpeg does not play in real time and so cannot stall. */
  stalls: number
  /** Pictures decoded and shown; `droppedFrames` were discarded because they were late. */
  frames: number
  droppedFrames: number
  /** How long the program ran. */
  elapsedSeconds: number
}

/** Pictures per second of the streams that are played here. */
export const framesPerSecond = 30
/** How long a player may take to start and to fill its buffers. */
const startSeconds = 30
/** The user id of 'nobody': VLC refuses to run as root. */
const nobody = 65_534

/** Plays a live stream for `seconds` in a program from Debian, with its decoders and its clock but without a window. */
export async function playInProgram(player: ProgramPlayer, address: string, seconds: number): Promise<ProgramPlay> {
  const startedMs = performance.now()
  const report = await players[player](address, seconds)
  return { player, ...report, elapsedSeconds: (performance.now() - startedMs) / 1000 }
}

type Play = (address: string, seconds: number) => Promise<Omit<ProgramPlay, 'player' | 'elapsedSeconds'>>

const players: Record<ProgramPlayer, Play> = {
  async ffmpeg(address, seconds) {
    const child = spawnQuietly('ffmpeg', [
      ...['-nostdin', '-v', 'error', '-i', address, '-t', String(seconds)],
      ...['-progress', 'pipe:1', '-f', 'null', '-'],
    ])
    const { out, complaints } = await waitForExit(child, seconds)
    const count = (name: string) => Number([...out.matchAll(new RegExp(`^${name}=(\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0)
    return { errors: complaints, stalls: 0, frames: count('frame'), droppedFrames: count('drop_frames') }
  },
  async mpv(address, seconds) {
    const facts = ['paused-for-cache', 'estimated-frame-number', 'frame-drop-count', 'decoder-frame-drop-count']
    const status = `at ${facts.map((name) => `\${${name}}`).join(' ')};`
    const child = spawnQuietly('mpv', [
      ...['--no-config', '--vo=null', '--ao=null', '--msg-level=all=error,statusline=status'],
      ...[`--term-status-msg=${status}`, `--length=${seconds}`, address],
    ])
    const { complaints, lines } = await waitForExit(child, seconds)
    const statuses = [...lines.matchAll(/at (yes|no) (\d+) (\d+) (\d+);/g)]
    // Waiting for the cache before the first picture is not a stall.
    const first = statuses.findIndex((match) => match[1] === 'no' && Number(match[2]) > 0)
    const dry = statuses.slice(first).filter((match, index, all) => match[1] === 'yes' && all[index - 1]?.[1] === 'no')
    const last = statuses.at(-1)
    return {
      errors: complaints.filter((line) => !/^\S*at (yes|no)/.test(line)),
      stalls: dry.length,
      frames: Number(last?.[2] ?? 0),
      droppedFrames: Number(last?.[3] ?? 0) + Number(last?.[4] ?? 0),
    }
  },
  async VLC(address, seconds) {
    const home = await vlcHome()
    const child = spawnVlc(home, [
      ...['-I', 'rc', '--control', 'none', '--no-color', '--vout', 'vdummy', '--aout', 'adummy', address],
    ])
    const count = (text: string, name: string) =>
      Number([...text.matchAll(new RegExp(`${name} *: *(\\d+)`, 'g'))].at(-1)?.[1] ?? 0)
    let printed = ''
    let isLeaving = false
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      if (count(printed, 'frames displayed') < seconds * framesPerSecond || isLeaving) return
      isLeaving = true
      child.stdin?.write('quit\n')
    })
    child.stdin?.on('error', () => undefined)
    const statsTimer = setInterval(() => child.stdin?.write('stats\n'), 500)
    try {
      const { out, complaints } = await waitForExit(child, seconds, () => isLeaving)
      return {
        errors: complaints.filter((line) => !isVlcChatter(line)),
        stalls: count(out, 'buffers lost'),
        frames: count(out, 'frames displayed'),
        droppedFrames: count(out, 'frames lost'),
      }
    } finally {
      clearInterval(statsTimer)
      await rm(home, { recursive: true, force: true })
    }
  },
}

/**
 * Reads a recording to its end as fast as the program can, in the quality of the source. Returns what was complained about, and how many
 * pictures it has.
 */
export async function readToEnd(player: 'mpv' | 'VLC', address: string): Promise<{ errors: string[]; frames: number }> {
  const home = await vlcHome()
  const file = join(home, 'read.ts')
  try {
    const child = player === 'mpv' ? encodeWithMpv(address, file) : copyWithVlc(address, file, home)
    const { complaints } = await waitForExit(child, startSeconds)
    const decoder = spawnQuietly('ffmpeg', [
      ...['-nostdin', '-v', 'error', '-xerror', '-i', file, '-map', '0:v', '-vsync', 'passthrough'],
      ...['-progress', 'pipe:1', '-f', 'null', '-'],
    ])
    const decoded = await waitForExit(decoder, startSeconds)
    const frames = Number([...decoded.out.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0)
    return { errors: [...complaints.filter((line) => !isVlcChatter(line)), ...decoded.complaints], frames }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** mpv cannot write what it reads without decoding it. */
function encodeWithMpv(address: string, file: string): ChildProcess {
  return spawnQuietly('mpv', [
    ...['--no-config', '--msg-level=all=error', '--no-audio', '--hls-bitrate=max', `--o=${file}`],
    ...['--ovc=mpeg4', address],
  ])
}

function copyWithVlc(address: string, file: string, home: string): ChildProcess {
  return spawnVlc(home, [
    ...['-I', 'dummy', '--no-color', '--aout', 'adummy', '--adaptive-logic', 'highest'],
    ...['--sout', `#std{access=file,mux=ts,dst=${file}}`, address, 'vlc://quit'],
  ])
}

async function vlcHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'vlc-'))
  if (process.getuid?.() === 0) await chown(home, nobody, nobody)
  return home
}

function spawnVlc(home: string, args: string[]): ChildProcess {
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  const [program = '', ...rest] = [...(process.getuid?.() === 0 ? asNobody : []), 'vlc']
  return spawn(program, [...rest, '--no-media-library', '--no-metadata-network-access', ...args], {
    env: { ...process.env, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: 'pipe',
  })
}

/** Messages of VLC about a missing desktop and remote control, and about a live stream that it joins in the middle. */
function isVlcChatter(line: string): boolean {
  return /(dbus|main) interface error|dummy interface: using|libvlc error: interface|lua interface|Changing stream format|detected \d+ != 0$|command `quit'$|^VLC media player/.test(
    line,
  )
}

function spawnQuietly(program: string, args: string[]): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

/**
 * Waits until a player exits by itself. A player that hangs is killed, which counts as a complaint. Messages printed while it is
 * leaving are ignored: VLC removes the screen from a decoder that still runs.
 */
async function waitForExit(
  child: ChildProcess,
  seconds: number,
  isLeaving = () => false,
): Promise<{ out: string; lines: string; complaints: string[] }> {
  let out = ''
  let lines = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    if (!isLeaving()) lines += chunk
  })
  let hasHung = false
  const limit = setTimeout(
    () => {
      hasHung = true
      child.kill('SIGKILL')
    },
    (2 * seconds + startSeconds) * 1000,
  )
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(limit)
  const complaints = lines
    // Status lines overwrite each other with carriage returns and terminal codes.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what the pattern removes
    .replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
  if (hasHung) complaints.push('did not play to its end in time')
  else if (code !== 0) complaints.push(`ended with ${code}`)
  return { out, lines: `${out}${lines}`, complaints }
}
