// The arrows of ARCHITECTURE.md. scripts/arrows.test.ts shows that each rule can fail.
const roles = '^apps/server/src/(core|media|chat)/'
const foundation = '^apps/server/src/(db|shared-state|lib)/'
const entries = '^apps/server/src/(main|start)\\.ts$'

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-depends-on-zod-only',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { pathNot: ['^packages/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'media-depends-on-nothing',
      severity: 'error',
      from: { path: '^packages/media/' },
      to: { pathNot: ['^packages/media/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'hive-depends-on-hive-tx-only',
      severity: 'error',
      from: { path: '^packages/hive/' },
      to: { pathNot: ['^packages/hive/', '^node_modules/hive-tx/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'server-and-web-are-apart',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-uses-contract-and-hive',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: ['^apps/server/', '^packages/media/'] },
    },
    {
      name: 'roles-never-import-roles',
      severity: 'error',
      from: { path: roles },
      to: { path: roles, pathNot: '^apps/server/src/$1/' },
    },
    {
      name: 'foundation-knows-no-role',
      severity: 'error',
      from: { path: foundation },
      to: { path: [roles, entries] },
    },
    { name: 'roles-do-not-start-themselves', severity: 'error', from: { path: roles }, to: { path: entries } },
    {
      name: 'features-never-import-features',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'features-know-no-route',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/(routes/|app\\.tsx|main\\.tsx)' },
    },
    {
      name: 'session-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/session/' },
      to: { path: '^apps/web/src/(routes|features)/' },
    },
    {
      name: 'ui-and-lib-know-only-themselves',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(ui|lib|texts)/' },
    },
    {
      name: 'texts-know-only-themselves',
      severity: 'error',
      from: { path: '^apps/web/src/texts/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/texts/' },
    },
  ],
  options: {
    exclude: { path: ['\\.test\\.tsx?$', '/testing/', '/dist/', '\\.d\\.ts$'] },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
