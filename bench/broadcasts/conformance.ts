import { parseArgs } from 'node:util'
import { launchBrowser } from '../../e2e/support/browser/browser.ts'
import { browserPlayers, playInBrowser } from '../../e2e/support/players/browser-players.ts'
import { startLiveClock } from '../../e2e/support/players/live-clock.ts'
import { playInProgram, programPlayers } from '../../e2e/support/players/program-players.ts'
import { percentile } from '../support/percentile.ts'

// Plays one live stream in every player that we support, one after the other, and counts errors and stalls.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** `browsers` or `programs`: only these players. */
    only: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const live = await startLiveClock()
const browser = await launchBrowser()
let isGood = true
const report = (player: string, stalls: number, errors: string[], facts: string) => {
  isGood &&= stalls === 0 && errors.length === 0
  console.log(`${player.padEnd(14)} ${String(errors.length).padStart(6)} ${String(stalls).padStart(7)}   ${facts}`)
  for (const error of errors.slice(0, 10)) console.log(`  ${error}`)
}
try {
  console.log(`${'player'.padEnd(14)} errors  stalls   ${seconds} s each`)
  const stream = { url: live.pages.url, username: live.username, master: live.master }
  for (const player of values.only === 'programs' ? [] : browserPlayers) {
    const play = await playInBrowser(browser, player, stream, seconds)
    const age = percentile(play.ages, 50)?.toFixed(0)
    const errors = play.mediaSources > 1 ? [...play.errors, 'the player started over'] : play.errors
    const facts = `${play.frames} frames, ${play.droppedFrames} dropped, ${play.playedSeconds.toFixed(1)} s shown in ${play.elapsedSeconds.toFixed(1)} s, ${play.seeks} seeks, glass to glass ${age} ms median`
    const stalledMs = play.stalls.reduce((sum, stall) => sum + stall.forMs, 0).toFixed(0)
    report(player, play.stalls.length, errors, `${facts}, stalled for ${stalledMs} ms`)
  }
  for (const player of values.only === 'browsers' ? [] : programPlayers) {
    const play = await playInProgram(player, live.site.url + live.master, seconds)
    const facts = `${play.frames} frames, ${play.droppedFrames} dropped, in ${play.elapsedSeconds.toFixed(1)} s`
    report(player, play.stalls, play.errors, facts)
  }
} finally {
  await browser.close()
  await live.close()
}
process.exit(isGood ? 0 : 1)
