import { describe, expect, it } from 'vitest'
import { clockText } from '../../../../lib/format/clock-text.ts'
import { seekSteps } from './seek-steps.ts'

describe('the steps of the seek bar', () => {
  it('say the moment of a recording as its clock does, whatever its length is', () => {
    for (const lengthSeconds of [74, 74.05, 74.49, 74.5, 74.55, 74.99]) {
      const range = seekSteps({ lengthSeconds, behindSeconds: lengthSeconds - 10.01 }, 'recording')
      expect(clockText(Math.round((range.lengthSeconds - range.behindSeconds) * 1000)), `${lengthSeconds} s`).toBe(
        '0:10',
      )
    }
  })

  it('end where a recording ends', () => {
    expect(seekSteps({ lengthSeconds: 74.58, behindSeconds: 0 }, 'recording')).toEqual({
      lengthSeconds: 74.5,
      behindSeconds: 0,
    })
  })

  it('are whole seconds behind the live edge of a broadcast', () => {
    expect(seekSteps({ lengthSeconds: 90, behindSeconds: 12.4 }, 'live')).toEqual({
      lengthSeconds: 90,
      behindSeconds: 12,
    })
    expect(seekSteps({ lengthSeconds: 20.3, behindSeconds: 20.3 }, 'live')).toEqual({
      lengthSeconds: 20,
      behindSeconds: 20,
    })
  })
})
