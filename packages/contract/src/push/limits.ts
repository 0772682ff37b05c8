export const pushLimits = {
  pushChannelsMax: 100,
  pushAddressMaxLength: 1024,
  /** Of the whole site. */
  pushSubscriptionsMax: 100_000,
  /** A browser renews its subscription when the site is opened. One that has not been renewed for this long is deleted. */
  pushSubscriptionLifeMs: 60 * 24 * 60 * 60_000,
  /** Only a broadcast that began within this time is told of: an older one is no longer news. */
  pushNewsMs: 15 * 60_000,
  /** For a channel, one message in this time: an encoder with a bad connection begins many broadcasts. */
  pushQuietMs: 30 * 60_000,
  /** How long a message waits for a browser that is switched off, and for a push service that does not accept it. */
  pushLifeMs: 60 * 60_000,
} as const
