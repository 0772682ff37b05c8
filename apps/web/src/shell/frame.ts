import { createStore } from '../lib/store/store.ts'

/** What the page says of itself to the frame around it: whether, at the address of a picture, there is none (rule SHELL-9). */
export const frame = createStore({ isDeadEnd: false })
