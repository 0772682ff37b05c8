import { type RefObject, useSyncExternalStore } from 'react'
import { createPreferenceStore } from '../../lib/store/preference-store.ts'
import { useStore } from '../../lib/store/use-store.ts'

/** Whether the chat stands beside the picture while both fill the screen. */
const fullscreenChat = createPreferenceStore({
  key: 'waggle.fullscreen',
  defaults: { isChatOpen: false },
  storage: () => localStorage,
})

/** Whether `page`, which has the attribute `data-fullscreen-area`, fills the screen, and its chat with the picture (rule PLAYER-26). */
export function useFullscreenChat(page: RefObject<HTMLElement | null>) {
  const isFullscreen = useSyncExternalStore(
    onFullscreenChange,
    () => page.current !== null && document.fullscreenElement === page.current,
  )
  const { isChatOpen } = useStore(fullscreenChat)
  return { isFullscreen, isChatOpen, showChat: (isOpen: boolean) => fullscreenChat.setState({ isChatOpen: isOpen }) }
}

function onFullscreenChange(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
