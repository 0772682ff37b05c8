import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { brokenPartText, siteHealthTexts as texts } from '../../../texts/operating/site-health.ts'
import type { Fault } from './limits.ts'

/** A fault in a line, with the process that has it. */
export function faultText(fault: Fault): string {
  const { process } = fault
  switch (fault.kind) {
    case 'process':
      return texts.faults.process(process)
    case 'part':
      return brokenPartText(fault)
    case 'disk':
      return texts.faults.disk(process, texts.disks[fault.disk.disk], formatBytes(fault.disk.freeBytes))
    case 'ffmpeg':
      return texts.faults.ffmpeg(process)
    case 'processor':
      return texts.faults.processor(process, texts.percent(formatNumber(Math.round(fault.share * 100))))
    case 'eventLoop':
      return texts.faults.eventLoop(process, texts.late(formatNumber(Math.round(fault.ms))))
  }
}
