import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Most of them wait for clocks, sockets and child processes: a third file fills the time on two cores.
          maxWorkers: 3,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // Live streams pass at their own speed: two files side by side wait together.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
