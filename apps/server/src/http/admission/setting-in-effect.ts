import { admissionSettings } from '@waggle/contract/admission/settings'
import type { z } from 'zod'
import type { SiteSettings } from '../operating/site-settings.ts'

type Name = keyof typeof admissionSettings
type Value<Each extends Name> = z.output<(typeof admissionSettings)[Each]>

/** What operators have set, or the defaults. A value of another release keeps what both know. */
export function settingInEffect<Each extends Name>(settings: Pick<SiteSettings, 'find'>, name: Each): Value<Each> {
  const stored = settings.find(name)
  const schema = admissionSettings[name]
  if (stored === undefined) return schema.parse({}) as Value<Each>
  const parsed = schema.safeParse(stored.value)
  if (parsed.success) return parsed.data as Value<Each>
  const known = Object.entries(schema.shape).flatMap(([field, each]) => {
    const value = each.safeParse((stored.value as Record<string, unknown> | null)?.[field])
    return value.success ? [[field, value.data] as const] : []
  })
  return { ...schema.parse({}), ...Object.fromEntries(known) } as Value<Each>
}
