import { Component, type ReactNode } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { siteTexts } from '../../texts/site.ts'
import { Button } from '../forms/button.tsx'
import { Notice } from '../surfaces/notice.tsx'

/** Catches errors that a page throws while rendering (rule SHELL-9); the rest of the site stays usable. */
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
              {siteTexts.reload}
            </Button>
            <Button onClick={() => location.assign('/')}>{siteTexts.backToHome}</Button>
          </>
        }
      >
        {siteTexts.renderFailed}
      </Notice>
    )
  }
}
