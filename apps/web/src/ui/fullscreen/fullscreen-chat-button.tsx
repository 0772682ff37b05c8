import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { IconButton } from '../forms/button.tsx'

/** In the corner of a picture that fills the screen, while its controls are shown (rule PLAYER-26). */
export function FullscreenChatButton({ isOpen, onShow }: { isOpen: boolean; onShow: (isOpen: boolean) => void }) {
  const Icon = isOpen ? PanelRightClose : PanelRightOpen
  return (
    <div className="broadcast-corner broadcast-share">
      <IconButton label={isOpen ? texts.closeChat : texts.openChat} onClick={() => onShow(!isOpen)}>
        <Icon size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
