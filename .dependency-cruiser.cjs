// Who may import whom (ARCHITECTURE.md). scripts/arrows.test.ts shows for each rule that it can fail.

/** Production code may not import these, and they may import what they test. */
const tests = ['\\.test\\.tsx?$', '/testing/']

/** The floors of the server from the ground up. Each floor may import the floors that are named beside it, and itself. */
const serverFloors = {
  lib: [],
  config: ['lib'],
  db: ['lib'],
  'shared-state': ['lib'],
  http: ['lib', 'db', 'shared-state'],
  backup: ['lib', 'config', 'db', 'media/recording'],
  core: ['lib', 'config', 'db', 'shared-state', 'http'],
  media: ['lib', 'config', 'db', 'shared-state', 'http'],
  chat: ['lib', 'config', 'db', 'shared-state', 'http'],
  commands: ['lib', 'config', 'db', 'shared-state', 'http', 'core', 'media', 'backup'],
}
const serverFloorRules = Object.entries(serverFloors).map(([floor, below]) => ({
  name: `server-floor-${floor}`,
  severity: 'error',
  from: { path: `^apps/server/src/${floor}/`, pathNot: tests },
  to: { path: '^apps/server/src/', pathNot: `^apps/server/src/(${[floor, ...below].join('|')})/` },
}))

/** Production code in `from` may not import `to`. */
function forbid(name, from, to) {
  return { name, severity: 'error', from: { path: from, pathNot: tests }, to }
}

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
    forbid('production-imports-no-test', '^(apps|packages)/', { path: tests }),

    forbid('contract-depends-on-zod-only', '^packages/contract/', {
      pathNot: ['^packages/contract/', '^node_modules/zod/'],
    }),
    forbid('media-depends-on-nothing', '^packages/media/', {
      pathNot: ['^packages/media/'],
      dependencyTypesNot: ['core'],
    }),
    forbid('hive-depends-on-hive-tx-only', '^packages/hive/', {
      pathNot: ['^packages/hive/', '^node_modules/hive-tx/'],
      dependencyTypesNot: ['core'],
    }),

    forbid('server-and-web-are-apart', '^apps/server/', { path: '^apps/web/' }),
    ...serverFloorRules,
    // start.ts hands every role its settings; a role that read them itself could not be tested with others.
    forbid('roles-import-only-types-of-config', '^apps/server/src/(core|media|chat)/', {
      path: '^apps/server/src/config/',
      dependencyTypesNot: ['type-only'],
    }),

    forbid('web-uses-contract-and-hive', '^apps/web/', {
      path: ['^apps/server/', '^packages/media/'],
      pathNot: '^packages/media/src/moq/client/',
    }),
    // The viewer's end of real time runs in browsers: nothing that it reaches may need Node.
    forbid('moq-client-runs-in-browsers', '^packages/media/src/moq/client/', {
      reachable: true,
      pathNot: '^packages/media/src/moq/(client|lite|qmux|wire)/',
    }),
    forbid('features-never-import-features', '^apps/web/src/features/([^/]+)/', {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/$1/',
    }),
    forbid('features-know-no-route', '^apps/web/src/features/', {
      path: '^apps/web/src/(routes/|app\\.tsx|main\\.ts|start-(app|stream)\\.tsx?)',
    }),
    forbid('session-knows-no-feature', '^apps/web/src/session/', { path: '^apps/web/src/(routes|features)/' }),
    forbid('ui-and-lib-know-only-themselves', '^apps/web/src/(ui|lib)/', {
      path: '^apps/web/src/',
      pathNot: '^apps/web/src/(ui|lib|texts)/',
    }),
    forbid('texts-know-only-themselves', '^apps/web/src/texts/', {
      path: '^apps/web/src/',
      pathNot: '^apps/web/src/texts/',
    }),

    // Their tests too: a package must be testable without the apps.
    {
      name: 'packages-import-no-app',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    // Tests of apps and packages too: the suites and the measurements stand on the site, never the other way round.
    {
      name: 'site-imports-no-suite',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: '^(e2e|bench|scripts|bin)/' },
    },
    // The suites and the measurements share the helpers in each other's `support/`.
    forbid('suites-share-support-only', '^e2e/', { path: '^bench/', pathNot: '^bench/support/' }),
    forbid('measurements-share-support-only', '^bench/', { path: '^e2e/', pathNot: '^e2e/support/' }),
    forbid('scripts-stand-alone', '^scripts/', { path: '^(apps|packages|e2e|bench)/' }),
  ],
  options: {
    exclude: { path: ['/dist/', '\\.d\\.ts$'] },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
