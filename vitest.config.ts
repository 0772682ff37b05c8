import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,bin,packages,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Most of them wait for clocks, sockets and child processes: a third file fills the time on two cores.
          maxWorkers: 3,
          // Guards against hanging only: on a busy machine everything takes longer.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // Live streams pass at their own speed: two files side by side wait together.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
