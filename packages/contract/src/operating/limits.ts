export const operatingLimits = {
  /** For this long the rights of an operator last after a signature. */
  rightsLifeMs: 60 * 60_000,
  noteMaxLength: 1000,
  maxMinutes: 10 * 365 * 24 * 60,
  /** An encoder connects again by itself within seconds: an ended broadcast does not begin anew for at least this long. */
  endedBroadcastMinMinutes: 10,
  moderatorsMax: 100,
  pageSize: 50,
  reportsOfThingMax: 200,
  reportsMax: 5000,
  /** For so long a reporter sees what became of a report. */
  ownReportsDays: 90,
  exportMax: 10_000,
} as const
