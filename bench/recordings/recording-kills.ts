import { killRecorder } from '../../apps/server/src/media/recording/testing/kill-recorder.ts'

// Kills a recording server at random moments, 20 times or as often as the first argument says, and plays the replay.

const { kills, lost, segments, frames, seconds } = await killRecorder(Number(process.argv[2] ?? 20))
console.log(
  `${kills} kills: ${lost.length} segments lost besides the last of each run${lost.length > 0 ? ` (${lost.join(', ')})` : ''}; ` +
    `ffmpeg decoded all ${segments} segments without an error, ${frames} frames in ${seconds.toFixed(1)} s`,
)
if (lost.length > 0) process.exitCode = 1
