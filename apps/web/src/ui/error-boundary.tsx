import { sentences } from '@waggle/contract/sentences'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Catches what a page throws while rendering; the rest of the site stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Notice
        title={sentences.router.unexpected}
        tone="error"
        action={
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              Reload the page
            </Button>
            <Button onClick={() => location.assign('/')}>Back to the start</Button>
          </>
        }
      >
        Something broke while showing this page. Reloading usually helps.
      </Notice>
    )
  }
}
