import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { lazyExtra, lazyPage } from './lib/browser/lazy-page.tsx'
import { whenIdle } from './lib/browser/when-idle.ts'
import { isPathOf } from './paths.ts'
import { Home } from './routes/home/home.tsx'
import { SessionProvider } from './session/session.tsx'
import type { SessionStore } from './session/session-store.ts'
import { Shell } from './shell/shell.tsx'
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx'
import { PageSpinner } from './ui/feedback/page-spinner.tsx'

// Only the home page is part of the first load.
const lazyPages = {
  [pagePaths.watch]: lazyPage(async () => (await import('./routes/watch/watch.tsx')).Watch),
  [pagePaths.replay]: lazyPage(async () => (await import('./routes/replay/replay.tsx')).Replay),
  [pagePaths.clip]: lazyPage(async () => (await import('./routes/clip/clip.tsx')).Clip),
  [pagePaths.directory]: lazyPage(async () => (await import('./routes/directory/directory.tsx')).Directory),
  [pagePaths.following]: lazyPage(async () => (await import('./routes/following/following.tsx')).Following),
  [pagePaths.faq]: lazyPage(async () => (await import('./routes/faq/faq.tsx')).Faq),
  [pagePaths.streamKey]: lazyPage(async () => (await import('./routes/stream-key/stream-key.tsx')).StreamKey),
  [pagePaths.dashboard]: lazyPage(async () => (await import('./routes/dashboard/dashboard.tsx')).Dashboard),
  [pagePaths.sessions]: lazyPage(async () => (await import('./routes/sessions/sessions.tsx')).Sessions),
  [pagePaths.report]: lazyPage(async () => (await import('./routes/report/report.tsx')).Report),
  [pagePaths.operate]: lazyPage(async () => (await import('./routes/operate/operate.tsx')).Operate),
  [pagePaths.design]: lazyPage(async () => (await import('./routes/design/design.tsx')).Design),
  [pagePaths.sitePage]: lazyPage(async () => (await import('./routes/site-page/site-page.tsx')).SitePage),
  [pagePaths.login]: lazyPage(async () => (await import('./routes/login/login.tsx')).Login),
}

// Nobody waits for the name of a sign while the page is being loaded.
const TooltipLayer = lazyExtra(async () => {
  await new Promise<void>(whenIdle)
  return (await import('./ui/surfaces/tooltip-layer.tsx')).TooltipLayer
})

const notFoundPage = lazyPage(async () => (await import('./routes/not-found/not-found.tsx')).NotFound)

/** Pages without the shell, for a window or a frame of their own. */
const embedPage = lazyPage(async () => (await import('./routes/embed/embed.tsx')).Embed)
const chatPage = lazyPage(async () => (await import('./routes/chat/chat-page.tsx')).ChatPage)
const overlayPage = lazyPage(async () => (await import('./routes/overlay/overlay-page.tsx')).OverlayPage)

/** Fetches the code of the page at this address. The page repeats a failed fetch and reports it. */
export async function preloadPage(pathname: string): Promise<void> {
  const [chatPrefix = ''] = pagePaths.chat.split(':')
  if (pathname === pagePaths.embed) return embedPage.preload().catch(() => undefined)
  const page = pathname.startsWith(chatPrefix)
    ? chatPage
    : Object.entries(lazyPages).find(([path]) => path === pathOf(pathname))?.[1]
  await page?.preload().catch(() => undefined)
}

/** The path of the page at this address, with its parameter as the router writes it. */
function pathOf(pathname: string): string {
  if (isPathOf('clip', pathname)) return pagePaths.clip
  if (isPathOf('sitePage', pathname)) return pagePaths.sitePage
  return isPathOf('replay', pathname) ? pagePaths.replay : pathname
}

/** Fetches the code of the watch page, where most visitors go next. */
export function preloadNextPage(): void {
  void preloadPage(pagePaths.watch)
}

/** Fetches the code of a linked page as soon as the user points at the link, touches it or focuses it. */
export function preloadLinkedPages(): void {
  for (const type of ['pointerover', 'touchstart', 'focusin']) addEventListener(type, onIntent, { passive: true })

  function onIntent({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin) return
    void preloadPage(link.pathname)
    // hls.js is large: it is fetched only for users who are about to watch. What is live has more ways to be played (linked-streams.ts).
    if (!isPathOf('replay', link.pathname) && !isPathOf('clip', link.pathname)) return
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
              <Route path={pagePaths.chat} component={chatPage.Page} />
              <Route path={pagePaths.embed} component={embedPage.Page} />
              <Route path={pagePaths.overlay} component={overlayPage.Page} />
              <Route component={ShellPages} />
            </Switch>
          </Suspense>
          <Suspense>
            <TooltipLayer />
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
          <Route path={pagePaths.home} component={Home} />
          {Object.entries(lazyPages).map(([path, { Page }]) => (
            <Route key={path} path={path} component={Page} />
          ))}
          <Route component={notFoundPage.Page} />
        </Switch>
      </Suspense>
    </Shell>
  )
}
