import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { paths } from './paths.ts'
import { Home } from './routes/home/home.tsx'
import { NotFound } from './routes/not-found/not-found.tsx'
import { SessionProvider } from './session/session.tsx'
import type { SessionStore } from './session/session-store.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { PageSpinner } from './ui/page-spinner.tsx'

// Only the home page is part of the first load.
const Watch = lazy(async () => ({ default: (await import('./routes/watch/watch.tsx')).Watch }))
const Directory = lazy(async () => ({ default: (await import('./routes/directory/directory.tsx')).Directory }))
const Following = lazy(async () => ({ default: (await import('./routes/following/following.tsx')).Following }))
const Faq = lazy(async () => ({ default: (await import('./routes/faq/faq.tsx')).Faq }))
const StreamKey = lazy(async () => ({ default: (await import('./routes/stream-key/stream-key.tsx')).StreamKey }))
const Dashboard = lazy(async () => ({ default: (await import('./routes/dashboard/dashboard.tsx')).Dashboard }))
const Login = lazy(async () => ({ default: (await import('./routes/login/login.tsx')).Login }))

export function App({ session, queryClient }: { session: SessionStore; queryClient: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider store={session}>
          <Shell>
            <Suspense fallback={<PageSpinner />}>
              <Switch>
                <Route path={paths.home} component={Home} />
                <Route path={paths.watch} component={Watch} />
                <Route path={paths.directory} component={Directory} />
                <Route path={paths.following} component={Following} />
                <Route path={paths.faq} component={Faq} />
                <Route path={paths.streamKey} component={StreamKey} />
                <Route path={paths.dashboard} component={Dashboard} />
                <Route path={paths.login} component={Login} />
                <Route component={NotFound} />
              </Switch>
            </Suspense>
          </Shell>
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
