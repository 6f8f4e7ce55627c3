/**
 * Chunks by what is loaded together. Each group takes the modules that match, and everything that they import
 * statically unless an earlier group has it. Everything else (pages, resource declarations, dialogs) is split
 * automatically.
 */
const groups: readonly [name: string, ...tests: RegExp[]][] = [
  ['app', /src\/main\.tsx$/, /rolldown\/runtime/, /vite\/preload-helper/],
  [
    'core',
    /contract\/identity\/auth\.ts$/,
    /providers\/published-texts\.ts$/,
    /src\/kit\/(button|callout|card|field|first-content|form-error|page|password-input|return-path|use-submit)\.tsx?$/,
    /src\/layout\/(brand|display-settings|fonts)\.tsx?$/,
  ],
  ['sign-in', /src\/layout\/(public|guest)\.tsx$/, /src\/pages\/identity\/login\/login\.tsx$/],
  [
    'console',
    /src\/layout\/console\.tsx$/,
    /providers\/rest\.ts$/,
    /contract\/(kit\/|platform\/live|alerts\/alerts)/,
    // Used by lists and charts, which are not loaded together.
    /icons\/(Table|Download)Outlined\.js$/,
    // Used by lists and figures.
    /src\/kit\/reports\/send-on-schedule\.tsx$/,
    // Shared components and hooks; modules needed by few screens are in folders, or loaded lazily.
    /src\/kit\/(?!strength|player|document|password|new-password|web-vitals)[\w-]+\.tsx?$/,
    /src\/kit\/resource\/(badge|labels|reference|record-picker)\.tsx?$/,
    /src\/kit\/analytics\/panel\.tsx$/,
  ],
  [
    'figures',
    /src\/kit\/analytics\/(figures-page|figure-cards|live-activity|open-figures|range-picker)\.tsx$/,
    /src\/kit\/revenue\//,
    /src\/pages\/analytics\/home\/home\.tsx$/,
    /src\/pages\/analytics\/analytics\.tsx$/,
  ],
  [
    'list',
    /src\/kit\/resource\/list\/list-screen\.tsx$/,
    /src\/kit\/resource\/form\/with-edit-drawer\.tsx$/,
    /src\/kit\/person-data\//,
    /src\/kit\/resource\/(resource|badge|field-views|related)\.tsx?$/,
    /resources\/(admins|elderly|caregivers|family|organizations|devices|assignments|invites)\.tsx$/,
  ],
  [
    'background',
    /src\/layout\/(alert-watcher|published-texts-listener|notifications\/bell)\.tsx$/,
    /src\/kit\/bulk\/bulk-panel\.tsx$/,
    /src\/kit\/alerts\/push\.ts$/,
  ],
  ['charts', /src\/kit\/chart\/charts\.ts$/],
  ['record', /src\/kit\/resource\/show\/show-screen\.tsx$/],
  // Used by forms and plots, which are not loaded together.
  ['helpers', /node_modules\/(lodash-es|@babel\/runtime|tslib)\//],
  ['antd', /src\/kit\/antd\/(provider\.tsx|components\.ts)$/],
  ['dates', /src\/kit\/antd\/dates\.tsx$/],
  ['forms', /src\/kit\/antd\/(form|form-items|kept-form-styles)\.tsx$/],
  ['form', /src\/kit\/resource\/form\/(create|edit)-(screen|drawer)\.tsx$/],
  ['plots', /src\/kit\/chart\/plots\.tsx$/],
]

/** Namespaces by the screens that need them together; the others are chunks of their own. */
const namespaces: Readonly<Record<string, readonly string[]>> = {
  base: ['common', 'auth'],
  console: ['navigation', 'resources', 'pages', 'live', 'analytics', 'revenue', 'emergency', 'bulk'],
  list: ['kit', 'privacy', 'activity-logs'],
}

function textGroup(id: string): string | null {
  const [, language, namespace] = /locales\/(\w+)\/([\w-]+)\.json$/.exec(id) ?? []
  if (language && namespace) {
    const name = Object.keys(namespaces).find(name => namespaces[name]?.includes(namespace))
    return `${name ?? namespace}-${language}`
  }
  const [, map] = /providers\/texts\/(\w+)\.ts$/.exec(id) ?? []
  return map ? `base-${map}` : null
}

export const chunkGroups = [
  // After the app chunk, which contains helpers that they use.
  { name: textGroup, priority: groups.length - 0.5 },
  ...groups.map(([name, ...tests], index) => ({
    name,
    test: (id: string) => tests.some(test => test.test(id)),
    priority: groups.length - index,
  })),
]
