export const replayLimits = {
  keepDaysMax: 3650,
  followedReplaysMax: 8,
  /** What the list of the own recordings is searched for. */
  soughtMaxLength: 100,
  /** The latest recordings of a channel, in which a search looks. */
  searchedReplaysMax: 5000,
  /** Nobody can rewind for longer: two days. */
  cutLastSecondsMax: 172_800,
  /** The chat's activity over a broadcast. */
  activityStretchesMax: 240,
  chaptersMax: 100,
  chapterTitleMaxLength: 100,
  /** From the beginning of a chapter to that of the next one. */
  chapterMinMs: 10_000,
} as const
