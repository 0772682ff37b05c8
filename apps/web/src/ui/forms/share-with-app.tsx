import { Share2 } from 'lucide-react'
import { shareTexts } from '../../texts/share.ts'
import { Button } from './button.tsx'

/** The system's way to share: the first thing wherever a link is given, and where there is none, nothing. */
export function ShareWithApp({ title, address }: { title: string; address: string }) {
  if (!('share' in navigator)) return null
  return (
    <Button kind="primary" onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}>
      <Share2 size={18} aria-hidden="true" />
      {shareTexts.shareWith}
    </Button>
  )
}
