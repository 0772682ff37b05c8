import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** A component that mounts within this time shows the answer that another one received. */
const staleTimeMs = 3000
/** An answer can hold a secret that the page shows once: it is dropped soon after the component that showed it. */
const mutationKeptMs = 1000

/** The defaults of every query and mutation. A query states only where it differs. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: retryOnce, staleTime: staleTimeMs },
      mutations: {
        // The call fails at once without a network, and the page says so. The default waits for the network in silence.
        networkMode: 'always',
        gcTime: mutationKeptMs,
      },
    },
  })
}

/** Repeats a call once, except after a refusal that the same call would meet again. */
function retryOnce(failures: number, error: unknown): boolean {
  return failures === 0 && !(error instanceof ApiError && error.isDefinitive)
}
