import { accountProtections } from './account-protections.ts'
import { admissionProtections } from './admission-protections.ts'
import { chatProtections } from './chat-protections.ts'
import { egressProtections } from './egress-protections.ts'
import { faultProtections } from './fault-protections.ts'
import { identityProtections } from './identity-protections.ts'
import { interfaceProtections } from './interface-protections.ts'
import { playbackProtections } from './playback-protections.ts'
import { privacyProtections } from './privacy-protections.ts'
import type { Mutant } from './run-mutant.ts'
import { webProtections } from './web-protections.ts'

/**
 * The protections of docs/threats.md that one line holds, and the tests that notice when it is gone. Every threat has at least one.
 */
export const protections: readonly Mutant[] = [
  ...accountProtections,
  ...webProtections,
  ...playbackProtections,
  ...chatProtections,
  ...egressProtections,
  ...faultProtections,
  ...interfaceProtections,
  ...privacyProtections,
  ...identityProtections,
  ...admissionProtections,
]
