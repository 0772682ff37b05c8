export const authSentences = {
  challengeFailed: 'Failed to get authentication challenge from server',
  challengeStatus: 'Failed to get challenge: {status}',
  challengeMissing: 'No challenge received from server',
  walletMissing: 'Hive Keychain is not installed. Please install it to authenticate.',
  invalidUsername: 'Please enter a valid Hive username',
  walletFailed: 'Keychain authentication failed',
  failed: 'Authentication failed',
} as const

export const streamKeySentences = {
  walletMissing: 'Hive Keychain is required but not found. Please install it and refresh the page.',
  notAuthenticated: 'User not authenticated',
  failed: 'Failed to generate stream key',
  failedStatus: 'Failed to generate stream key: {status}',
  copied: 'Stream key copied to clipboard!',
  purpose: 'Sign to verify your Hive account ownership for stream key generation',
  loginRequired: 'Please log in with your Hive account to generate a stream key.',
} as const
