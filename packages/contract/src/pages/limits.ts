export const pageLimits = {
  mobileMaxWidthPx: 768,
  sidebarAdWidthPx: 120,
  sidebarAdHeightPx: 60,
  scriptLoadTimeoutMs: 120_000,
} as const
