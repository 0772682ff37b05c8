import { Columns2, Layers2 } from 'lucide-react'
import { useStore } from '../../lib/store/use-store.ts'
import { chatTexts as texts } from '../../texts/chat/chat.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { chatVisibility } from './chat-visibility.ts'

/** Moves the chat of a phone on its side over the picture, or beside it (rule WATCH-6). */
export function ChatPlaceButton() {
  const { isChatOver } = useStore(chatVisibility)
  const Icon = isChatOver ? Columns2 : Layers2
  return (
    <IconButton
      label={isChatOver ? texts.besidePicture : texts.overPicture}
      onClick={() => chatVisibility.setState({ isChatOver: !isChatOver })}
    >
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  )
}
