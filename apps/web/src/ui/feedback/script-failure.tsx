import { RotateCcw, WifiOff } from 'lucide-react'
import { siteTexts as texts } from '../../texts/site.ts'
import { Button } from '../forms/button.tsx'
import { Notice } from '../surfaces/notice.tsx'

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
