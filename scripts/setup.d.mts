/** Builds the web app unless its last build is newer than its sources. */
export function buildWebApp(): void
