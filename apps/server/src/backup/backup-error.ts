/** What keeps a backup from being made or restored. The message says what to do. */
export class BackupError extends Error {}
