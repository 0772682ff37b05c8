import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server that a development build talks to; the production build is served by it. */
const server = process.env.WAGGLE_DEV_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The first with light-dark(), which would otherwise be rewritten to something that elements cannot set for themselves.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // An inlined data: address would be refused as a script or worker by the site's content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/live', '/sandbox', '/socket.io'].map((path) => [path, { target: server }])),
  },
})
