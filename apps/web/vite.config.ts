import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, minifySync, type Plugin } from 'vite'
import { mouseHover } from './mouse-hover.ts'
import { serverAddresses } from './server-addresses.ts'
import { typefaceMetrics } from './typeface-metrics.ts'

/** The server that a development build talks to; the production build is served by it. */
const server = process.env.WAGGLE_DEV_SERVER ?? 'http://127.0.0.1:8080'

/** What both the app and the stream that begins before it need, so that neither waits for the other. */
const sharedModules =
  /src\/(page-session|sent-answers|names|lib\/(back-off|picture-time|browser\/(load-script|when-idle))|texts\/contract\/sentences|features\/player\/(media\/preferences|small\/small-playback))\.ts$|preload-helper/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadedFont(), preloadedApp(), urgentScript(), serverAddresses(), smallScripts(), compressed()],
  css: { postcss: { plugins: [mouseHover(), typefaceMetrics()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The first with light-dark(), which would otherwise be rewritten to something that elements cannot set for themselves.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // An inlined data: address would be refused as a script or worker by the site's content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // Where the server looks up which files a page needs (apps/server/src/core/pages/page-assets.ts).
    manifest: 'pages.json',
    rolldownOptions: {
      output: {
        // Each with all that it imports, in one file: left to itself the bundler makes fifty of the first load, and every file is a
        // request, of which a browser has six under way at a time.
        codeSplitting: {
          groups: [
            { name: 'base', test: sharedModules, priority: 4 },
            { name: 'playback', test: /src\/start-stream\.ts$/, priority: 3 },
            {
              // Follow button and menu are in it, because the home page and the watch page need both at once.
              name: 'app',
              test: /src\/(start-app|features\/follow\/follow-button|ui\/surfaces\/menu)\.tsx$/,
              priority: 2,
            },
            { name: 'watch', test: /src\/routes\/watch\/watch\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/live', '/sandbox', '/socket.io'].map((path) => [path, { target: server }])),
  },
})

/**
 * Lets the page fetch the Latin letters beside its scripts, and not only when the style sheet has arrived (ui/styles/fonts.css). It has
 * no `fetchpriority`: until the font is there, the page shows a fallback with the same metrics.
 */
function preloadedFont(): Plugin {
  return {
    name: 'preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((name) => /-latin-wght-normal-[^/]*\.woff2$/.test(name))
        if (files.length !== 1) throw new Error(`The page preloads one font, and the build has ${files.length}`)
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          injectTo: 'head',
        }))
      },
    },
  }
}

/** Lets the page fetch the app together with its first script, which starts it (src/main.ts), and link the app's styles. */
function preloadedApp(): Plugin {
  return {
    name: 'preloaded-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const app = chunks.find(({ name }) => name === 'app')
        if (!app) throw new Error('The build has no chunk of the app')
        const parts = [app, ...chunks.filter(({ fileName }) => app.imports.includes(fileName))]
        const styles = parts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        return [
          ...styles.map((file) => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: '', href: `/${file}` } })),
          ...parts.map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href: `/${fileName}` },
          })),
        ]
          .filter(({ attrs }) => !html.includes(attrs.href))
          .map((tag) => ({ ...tag, injectTo: 'head' as const }))
      },
    },
  }
}

/** A script that waits for nothing has a low priority otherwise, and the bundler writes a tag of its own for it. */
function urgentScript(): Plugin {
  return {
    name: 'urgent-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const begin = '<script async type="module"'
        if (!html.includes(begin)) throw new Error('The page has no script that waits for nothing')
        return html.replace(begin, `${begin} fetchpriority="high"`)
      },
    },
  }
}

/** What runs before the modules, which the server puts into its pages (apps/server/src/core/pages/built/inline-scripts.ts), and a service worker. */
function smallScripts(): Plugin {
  return {
    name: 'small-scripts',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      for (const name of ['theme.js', 'script-watch.js']) {
        const path = join(dir, name)
        writeFileSync(path, minifySync(name, readFileSync(path, 'utf8')).code)
      }
      writeFileSync(join(dir, 'player-files.js'), await oneScript('src/player-files.ts'))
      // A service worker is a file of its own, at an address that does not change and above all pages that it is for.
      writeFileSync(join(dir, 'alerts.js'), await oneScript('src/features/live-alerts/push/alerts-worker.ts'))
    },
  }
}

/** The text of a script with all that it imports. */
async function oneScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'script' } },
  })
  const outputs = [built].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  const [script, ...others] = outputs
  if (script?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} is not one script`)
  return script.code
}

/** Beside each script and style the same compressed: the server looks for that first, and need not do it for every visitor. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const folder of [dir, join(dir, 'assets')]) {
        for (const name of readdirSync(folder)) {
          if (!/\.(js|css)$/.test(name)) continue
          const path = join(folder, name)
          const bytes = readFileSync(path)
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
        }
      }
    },
  }
}
