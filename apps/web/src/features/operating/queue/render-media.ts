import type { ReportEvidence } from '@waggle/contract/operating/review-endpoints'
import type { ReactNode } from 'react'

/** Plays what was recorded, which another feature does. */
export type RenderMedia = (media: NonNullable<ReportEvidence['media']>, username: string) => ReactNode
