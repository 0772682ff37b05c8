import { fill } from '../sentences.ts'

/** What can be wrong with a setting of the site. The sentence follows the name of the field. */
export const settingProblems = {
  unknown: 'is not a setting',
  not_text: 'must be text',
  not_list: 'must be a list',
  not_object: 'must be an object',
  empty: 'must not be empty',
  too_long: 'has {length} characters; at most {max} fit',
  too_many: 'has {count} entries; at most {max} fit',
  twice: "has '{value}' twice",
  unknown_language: "'{value}' is not a language of this program",
  not_colour: 'must be a colour such as #854a00',
  low_contrast: '{colour} has a contrast of {contrast} in the {theme} theme and needs {needed}: {works} works',
  not_account: 'must be the name of a Hive account',
  no_such_account: 'there is no Hive account @{value}',
  not_time: 'must be a time in milliseconds since 1970, or null',
  ends_before: 'must be later than the time it begins',
  not_advertisement: "must be 'standard', 'off' or an address that begins with https://",
  own_address: 'is an address of this site: an advertisement needs an origin of its own',
  not_page_address: 'must have the letters a to z, digits and hyphens only',
  not_picture: 'must be a PNG, JPEG or WebP picture',
  damaged_picture: 'is a damaged picture',
  moving_picture: 'must be a picture that does not move',
  picture_bytes: 'has {kilobytes} kB; at most {max} fit',
  picture_sides: 'has {width} × {height} pixels; each side must have {min} to {max}',
  not_file: 'is not a file with the settings of a site',
  newer_file: 'was written by a newer version of the program',
} as const
export type SettingProblemCode = keyof typeof settingProblems

/** What is wrong with which field: 'pages.2.title'. */
export interface SettingProblem {
  field: string
  code: SettingProblemCode
  values?: Record<string, string | number>
}

/** In English: 'accent.light: …'. */
export function problemSentence({ field, code, values = {} }: SettingProblem): string {
  return `${field}: ${fill(settingProblems[code], values)}`
}
