import type { Refusals } from '../refusal.ts'

export const egressErrors = {
  address_share_used: {
    status: 429,
    message:
      'Your network has used its share of what this site may send. It can go on when the next day or month of the budget begins (UTC)',
  },
  traffic_spent: {
    status: 503,
    message:
      'This site has reached its data limit. It goes on when the next day or month of its budget begins (UTC), or when its operator allows more',
  },
  viewers_wait: {
    status: 503,
    message:
      'This site has nearly reached its data limit, so new viewers wait for a place. Current viewers can keep watching',
  },
  members_only: {
    status: 403,
    message: 'This site has nearly reached its data limit. The rest is for followers of the channel who are logged in',
  },
  no_budget: { status: 409, message: 'This site has no budget. Set WAGGLE_EGRESS_BUDGET and start it again' },
  edge_unknown: { status: 401, message: 'Only an edge of this site, which knows its secret, can do this' },
  batch_out_of_order: { status: 409, message: 'Send the batch first that follows the last one that was counted' },
} as const satisfies Refusals
