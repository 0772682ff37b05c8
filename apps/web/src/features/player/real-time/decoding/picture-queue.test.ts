import { describe, expect, it } from 'vitest'
import { PictureQueue } from './picture-queue.ts'

function startQueue() {
  const shown: number[] = []
  const closed: number[] = []
  const queue = new PictureQueue<{ timestamp: number; close(): void }>(({ timestamp }) => shown.push(timestamp))
  const add = (timestamp: number) => queue.add({ timestamp, close: () => closed.push(timestamp) })
  return { queue, add, shown, closed }
}

describe('the queue of pictures', () => {
  it('shows each at its time, in the order of their times', () => {
    const { queue, add, shown, closed } = startQueue()
    for (const timestamp of [10, 30, 20]) add(timestamp)
    expect(queue.nextUs).toBe(10)
    queue.showDue(9)
    queue.showDue(10)
    queue.showDue(20)
    queue.showDue(35)
    expect(shown).toEqual([10, 20, 30])
    expect(closed).toEqual([])
  })

  it('drops what is overtaken, and shows what is late if nothing newer was shown', () => {
    const { queue, add, shown, closed } = startQueue()
    for (const timestamp of [10, 20, 30]) add(timestamp)
    queue.showDue(25)
    add(15)
    queue.showDue(100)
    add(40)
    queue.showDue(100)
    expect(shown).toEqual([20, 30, 40])
    expect(closed).toEqual([10, 15])
    expect(queue.counts).toEqual({ total: 5, dropped: 2 })
  })

  it('makes room for the pictures of another track', () => {
    const { queue, add, shown, closed } = startQueue()
    for (const timestamp of [10, 20, 30]) add(timestamp)
    queue.dropFrom(20)
    add(21)
    queue.showDue(10)
    queue.showDue(30)
    expect(shown).toEqual([10, 21])
    expect(closed).toEqual([20, 30])
    expect(queue.counts).toEqual({ total: 2, dropped: 0 })
  })
})
