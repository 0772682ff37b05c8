import { Columns2, Layers2, X } from 'lucide-react'
import { useStore } from '../../lib/store/use-store.ts'
import { chatTexts } from '../../texts/viewer/chat.ts'
import { watchTexts } from '../../texts/viewer/watch.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { chatVisibility } from './chat-visibility.ts'

/** What the chat has on a phone on its side: it moves over the picture or beside it, and closes (rule WATCH-6). */
export function DrawerActions({ onClose }: { onClose: () => void }) {
  const { isChatOver } = useStore(chatVisibility)
  const Icon = isChatOver ? Columns2 : Layers2
  return (
    <>
      <IconButton
        label={isChatOver ? chatTexts.besidePicture : chatTexts.overPicture}
        onClick={() => chatVisibility.setState({ isChatOver: !isChatOver })}
      >
        <Icon size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={watchTexts.closeChat} onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </>
  )
}
