import { type Puzzles, solvePuzzles } from './solve-puzzles.ts'

addEventListener('message', ({ data }: MessageEvent<Puzzles>) => postMessage(solvePuzzles(data)))
