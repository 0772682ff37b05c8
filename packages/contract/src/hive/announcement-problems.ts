/** Why a broadcast is not announced, as a sentence for its streamer. `{poster}` is the announcing account. */
export const announcementProblems = {
  no_authority: 'Not announced: @{poster} has no posting authority for your account. Grant it, or post it yourself.',
  not_enough_rc:
    'Not announced yet: your account has too few resource credits for a post. They grow back by themselves, or power up some HIVE.',
  five_minutes: 'Waiting: Hive allows one post every five minutes, and your account has just made one.',
  hive_unavailable: 'Waiting: the Hive network cannot be reached at the moment. The post follows as soon as it can.',
  no_poster_key: 'Not announced: this site has no key for @{poster}. Post it yourself, or ask its operator.',
  poster_key_refused:
    'Not announced: Hive does not accept the key of @{poster}. Post it yourself, or ask its operator.',
  refused: 'Not announced: Hive refused the post. Check tags, community and beneficiary.',
  ended: 'Not announced: the broadcast ended before the post could be made.',
  not_updated: 'Announced, but the post could not be updated at the end of the broadcast.',
} as const

export type AnnouncementProblem = keyof typeof announcementProblems
