export function keepRunning(command: string, args: readonly string[], options: { env: NodeJS.ProcessEnv }): void
