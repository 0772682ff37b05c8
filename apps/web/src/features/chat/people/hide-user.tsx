import { Eye, EyeOff } from 'lucide-react'
import { useStore } from '../../../lib/store/use-store.ts'
import { hiddenUserTexts as texts } from '../../../texts/chat/hidden-users.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { chatPreferences, withHidden, withoutHidden } from '../preferences/chat-preferences.ts'

/** Hides what a user writes from this reader alone, or shows it again (rule CHAT-25). */
export function HideUser({ username, onDone }: { username: string; onDone: () => void }) {
  const { hiddenUsers } = useStore(chatPreferences)
  const isHidden = hiddenUsers.includes(username)
  const Icon = isHidden ? Eye : EyeOff
  return (
    <Button
      kind="quiet"
      size="small"
      onClick={() => {
        const change = isHidden ? withoutHidden : withHidden
        chatPreferences.setState({ hiddenUsers: change(hiddenUsers, username) })
        if (!isHidden) toast(texts.hidden(username))
        onDone()
      }}
    >
      <Icon size={16} aria-hidden="true" />
      {isHidden ? texts.show(username) : texts.hide}
    </Button>
  )
}
