import { limits } from '@waggle/contract/limits'
import { useEffect, useState } from 'react'

/** What a form says below its fields. That something was saved goes after a while (rules SETTINGS-5 and SETTINGS-7). */
export function useFormMessage<Kind extends string>() {
  const [message, setMessage] = useState<{ kind: Kind | 'saved'; text: string }>()
  useEffect(() => {
    if (message?.kind !== 'saved') return
    const timer = setTimeout(() => setMessage(undefined), limits.settingsSavedDisplayMs)
    return () => clearTimeout(timer)
  }, [message])
  return [message, setMessage] as const
}
