/**
 * How often the meter of what is sent does its work for each response: as usual, not at all, and so often that its cost is far above the
 * noise of a busy machine.
 */
export const meterPasses = [1, 0, 41] as const
