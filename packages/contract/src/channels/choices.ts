/** The categories and languages that a streamer can choose (rules SETTINGS-2 and SETTINGS-3). */
export const categories = [
  'Just Chatting',
  'Gaming',
  'Music',
  'Art',
  'Technology',
  'Education',
  'Cooking',
  'Fitness',
  'Travel',
  'IRL',
  'Other',
] as const

export const languages = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
  other: 'Other',
} as const

export type Language = keyof typeof languages
