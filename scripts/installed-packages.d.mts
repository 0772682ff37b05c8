export function hasLockedPackages(root: string): boolean
