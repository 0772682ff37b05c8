/** The numbers that the rules of the product fix. Apart from the other limits, which pages need only with a chat. */
export const chatRuleLimits = {
  chatRoomPrefix: 'chat-',
  chatPageSize: 50,
  chatDashboardPageSize: 100,
  chatMessageMaxLength: 500,
  timeoutDefaultSeconds: 600,
  timeoutDashboardDefaultSeconds: 300,
  socketReconnectionAttempts: 5,
  socketReconnectionDelayMs: 1000,
} as const
