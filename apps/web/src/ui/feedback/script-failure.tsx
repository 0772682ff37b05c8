import { RotateCcw, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { siteTexts as texts } from '../../texts/site.ts'
import { Button } from '../forms/button.tsx'
import { Notice } from '../surfaces/notice.tsx'
import { toast } from '../surfaces/toast.tsx'

/**
 * Takes the place of a page or a panel whose script did not arrive (rule SHELL-10). Trying again reloads, because browsers remember
 * that a module failed. public/script-watch.js says the same when the app's own script is missing.
 */
export function ScriptFailure() {
  return (
    <Notice
      title={texts.scriptFailed}
      tone="error"
      icon={<WifiOff size={34} />}
      action={
        <Button kind="primary" onClick={() => location.reload()}>
          <RotateCcw size={18} aria-hidden="true" />
          {texts.tryAgain}
        </Button>
      }
    >
      {texts.scriptFailedHint}
    </Notice>
  )
}

/** Says once that a dialog or a popover did not arrive, and asks to close it. */
export function MissingOverlay({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it was opened
  useEffect(() => {
    toast(texts.overlayFailed, 'error')
    onClose()
  }, [])
  return null
}
