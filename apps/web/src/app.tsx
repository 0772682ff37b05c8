import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { lazyPage } from './lib/browser/lazy-page.tsx'
import { paths } from './paths.ts'
import { Home } from './routes/home/home.tsx'
import { NotFound } from './routes/not-found/not-found.tsx'
import { SessionProvider } from './session/session.tsx'
import type { SessionStore } from './session/session-store.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx'
import { PageSpinner } from './ui/feedback/page-spinner.tsx'

// Only the home page is part of the first load.
const lazyPages = {
  [paths.watch]: lazyPage(async () => (await import('./routes/watch/watch.tsx')).Watch),
  [paths.directory]: lazyPage(async () => (await import('./routes/directory/directory.tsx')).Directory),
  [paths.following]: lazyPage(async () => (await import('./routes/following/following.tsx')).Following),
  [paths.faq]: lazyPage(async () => (await import('./routes/faq/faq.tsx')).Faq),
  [paths.streamKey]: lazyPage(async () => (await import('./routes/stream-key/stream-key.tsx')).StreamKey),
  [paths.dashboard]: lazyPage(async () => (await import('./routes/dashboard/dashboard.tsx')).Dashboard),
  [paths.design]: lazyPage(async () => (await import('./routes/design/design.tsx')).Design),
  [paths.login]: lazyPage(async () => (await import('./routes/login/login.tsx')).Login),
}

/** Alone in their window or frame, without the shell. */
const embedPage = lazyPage(async () => (await import('./routes/embed/embed.tsx')).Embed)
const chatPage = lazyPage(async () => (await import('./routes/chat/chat-page.tsx')).ChatPage)
const overlayPage = lazyPage(async () => (await import('./routes/overlay/overlay-page.tsx')).OverlayPage)

/** Fetches what the page at this address needs. A failure is left to the page, which asks again and can say so. */
export async function preloadPage(pathname: string): Promise<void> {
  const [chatPrefix = ''] = paths.chat.split(':')
  if (pathname === paths.embed) return embedPage.preload().catch(() => undefined)
  const page = pathname.startsWith(chatPrefix)
    ? chatPage
    : Object.entries(lazyPages).find(([path]) => path === pathname)?.[1]
  await page?.preload().catch(() => undefined)
}

/** Fetches the code of the watch page, where most visitors go next. */
export function preloadNextPage(): void {
  void preloadPage(paths.watch)
}

/** Fetches what the page behind a link needs as soon as somebody points at it, touches it or comes to it by keyboard. */
export function preloadLinkedPages(): void {
  for (const type of ['pointerover', 'touchstart', 'focusin']) addEventListener(type, onIntent, { passive: true })

  function onIntent({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin) return
    void preloadPage(link.pathname)
    // The library that plays is large: it is fetched for those only who are about to watch.
    if (link.pathname !== paths.watch) return
    import('./features/player/engines/hls/load-hls.ts').then(({ loadHls }) => loadHls()).catch(() => undefined)
  }
}

export function App({ session, queryClient }: { session: SessionStore; queryClient: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider store={session}>
          <Suspense fallback={<PageSpinner />}>
            <Switch>
              <Route path={paths.chat} component={chatPage.Page} />
              <Route path={paths.embed} component={embedPage.Page} />
              <Route path={paths.overlay} component={overlayPage.Page} />
              <Route component={ShellPages} />
            </Switch>
          </Suspense>
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function ShellPages() {
  return (
    <Shell>
      <Suspense fallback={<PageSpinner />}>
        <Switch>
          <Route path={paths.home} component={Home} />
          {Object.entries(lazyPages).map(([path, { Page }]) => (
            <Route key={path} path={path} component={Page} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Shell>
  )
}
