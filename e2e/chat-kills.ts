import { killDuringChat } from './support/chat/chat-kills.ts'

// `node e2e/chat-kills.ts 20`: kills the server twenty times at 200 messages a second.
const report = await killDuringChat(Number(process.argv[2] ?? 20))
console.log(report)
const isGood = report.lost.length === 0 && report.duplicated.length === 0 && report.agreeing === report.observers
process.exit(isGood && report.acknowledged === report.sent ? 0 : 1)
