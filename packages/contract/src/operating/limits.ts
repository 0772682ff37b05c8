export const operatingLimits = {
  /** For this long the rights of an operator last after a signature. */
  rightsLifeMs: 60 * 60_000,
  noteMaxLength: 1000,
  maxMinutes: 10 * 365 * 24 * 60,
  /** An encoder connects again by itself within seconds: an ended broadcast does not begin anew for at least this long. */
  endedBroadcastMinMinutes: 10,
  moderatorsMax: 100,
  pageSize: 50,
  /** How many characters are sought in the log, and in how many of its entries at a time. */
  soughtMaxLength: 100,
  searchedActions: 5000,
  reportsOfThingMax: 200,
  reportsMax: 5000,
  /** Of these by people who are not signed in, so that they leave room for others. */
  noticesOfThingMax: 50,
  noticesMax: 2000,
  emailMaxLength: 254,
  /** Whoever takes a report has it for this long, which is how long rights last. */
  takenForMs: 60 * 60_000,
  /** For so long an account may appeal, and evidence stays after a report was closed. */
  appealDays: 30,
  evidenceDays: 30,
  /** Of a recording, around the moment that was reported. */
  evidenceBeforeMs: 25_000,
  evidenceAfterMs: 5000,
  /** How many reports at a time keep media, and how many a picture. */
  evidenceMediaMax: 200,
  evidencePicturesMax: 2000,
  /** What an account is judged by: what was reported of it last, and what it wrote last. */
  recordThings: 20,
  recordMessages: 20,
  /** For so long a reporter sees what became of a report. */
  ownReportsDays: 90,
} as const
