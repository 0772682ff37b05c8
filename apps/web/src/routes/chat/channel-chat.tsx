import type { ComponentProps } from 'react'
import { Chat } from '../../features/chat/chat.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { OperateMessage } from '../../features/operating/operate-message.tsx'
import { ReportButton } from '../../features/reports/report-button.tsx'
import { writerOf } from '../../features/reports/reportable.ts'

/** The chat of a channel for its viewers, who can follow and report who writes there. */
export function ChannelChat(props: Omit<ComponentProps<typeof Chat>, 'renderActions' | 'renderMoreActions'>) {
  const { channel } = props
  return (
    <Chat
      {...props}
      renderActions={(writer) => <FollowButton channel={writer} kind="secondary" />}
      renderMoreActions={(writer, messageId) => (
        <>
          <ReportButton thing={writerOf(writer, channel, messageId)} />
          <OperateMessage username={writer} channel={channel} messageId={messageId} />
        </>
      )}
    />
  )
}
