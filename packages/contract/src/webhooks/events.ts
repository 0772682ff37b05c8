/** The events that a webhook can receive. Without zod: the browser imports it. */
export const webhookEvents = ['stream.live', 'stream.ended', 'follow', 'tip'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Why an attempt to deliver failed. */
export const deliveryProblems = ['address_refused', 'unreachable', 'timeout', 'refused'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
