// What vitest does before the tests: many of them open the built web app, and each would test an older one, or build its own.
export { buildWebApp as setup } from './setup.mjs'
