import type { Refusals } from '../refusal.ts'
import { panelLimits as limits } from './panels.ts'
import { scheduleLimits } from './schedule.ts'

export const channelErrors = {
  panels_too_many: {
    status: 400,
    message: `A channel can have ${limits.panelsMax} panels. Remove some and save again`,
  },
  panel_title_refused: {
    status: 400,
    message: `Give every panel a title of 1 to ${limits.panelTitleMaxLength} characters`,
  },
  panel_text_too_long: {
    status: 400,
    message: `The text of a panel can have ${limits.panelTextMaxLength} characters. Make it shorter`,
  },
  panel_link_refused: {
    status: 400,
    message: `The link of a panel must begin with https:// and have at most ${limits.panelLinkMaxLength} characters`,
  },
  schedule_full: {
    status: 400,
    message: `A channel can plan ${scheduleLimits.broadcastsMax} broadcasts. Remove some and save again`,
  },
  schedule_time_refused: {
    status: 400,
    message: `Choose a time within the next ${scheduleLimits.maxDaysAhead} days`,
  },
  time_zone_unknown: {
    status: 400,
    message: 'This site does not know the time zone. Name one of the IANA database, such as Europe/Madrid',
  },
} as const satisfies Refusals
