import { z } from 'zod'
import { severalLines } from '../fields.ts'
import { admissionLimits } from './limits.ts'

const minAccountAgeDays = z
  .int()
  .min(0)
  .max(admissionLimits.accountAgeMaxDays)
  .default(0)
  .meta({ description: 'The least age of an account on the Hive chain; 0 for none' })

const atMost = (max: number, description: string) =>
  z.int().min(1).max(max).nullable().default(null).meta({ description })

/** Who may broadcast, and how much (rule ADMIT-1). Every field has a default, which is in effect until an operator changes it. */
export const broadcasterSettings = z.object({
  who: z.enum(['everybody', 'approved', 'list']).default('everybody').meta({
    description: "'approved': whoever asks and is approved, or has an invitation. 'list': the same without asking",
  }),
  minAccountAgeDays,
  minReputation: z
    .int()
    .min(-admissionLimits.reputationMax)
    .max(admissionLimits.reputationMax)
    .nullable()
    .default(null)
    .meta({ description: 'The least Hive reputation, on the scale that sites show; null for none' }),
  maxKilobitsPerSecond: atMost(admissionLimits.kilobitsMax, 'What an encoder may send; null for no limit'),
  maxHeight: atMost(admissionLimits.heightMax, 'The shorter side of the picture in pixels; null for no limit'),
  maxHoursPerDay: atMost(24, 'How long an account may broadcast in 24 hours; null for no limit'),
  maxBroadcasts: atMost(admissionLimits.broadcastsMax, 'How many channels may be live at once; null for no limit'),
})

/** Who may write in the chats of this site, beside what each channel asks for (rule ADMIT-6). */
export const chatterSettings = z.object({ minAccountAgeDays })

/** Whether strangers see anything of this site (rule MEMBER-1). */
export const entranceSettings = z.object({
  isPrivate: z.boolean().default(false).meta({ description: 'Whether the site is for its members only' }),
  welcome: severalLines(admissionLimits.entranceWelcomeMaxLength)
    .default('')
    .meta({ description: 'What strangers read above the login of a private site' }),
  hint: severalLines(admissionLimits.entranceHintMaxLength)
    .default('')
    .meta({ description: 'What whoever has logged in and is no member is told, such as whom to ask' }),
})

/** The settings of the site that decide who may do what, by the names under which they are stored. */
export const admissionSettings = {
  broadcasters: broadcasterSettings,
  chatters: chatterSettings,
  entrance: entranceSettings,
} as const

export type BroadcasterSettings = z.output<typeof broadcasterSettings>
export type ChatterSettings = z.output<typeof chatterSettings>
export type EntranceSettings = z.output<typeof entranceSettings>
