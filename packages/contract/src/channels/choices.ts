/** Closed lists a streamer chooses from (spec section 5). */
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
