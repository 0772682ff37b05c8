import type { Refusals } from '../refusal.ts'

export const pushErrors = {
  push_off: { status: 403, message: 'This site sends no alerts to browsers' },
  push_address_refused: { status: 400, message: 'This is not the address of a push service that this site knows' },
  push_key_unknown: { status: 409, message: 'This subscription was made for another key. Please subscribe again' },
  push_full: { status: 409, message: 'This site has as many alerts as it can send' },
} as const satisfies Refusals
