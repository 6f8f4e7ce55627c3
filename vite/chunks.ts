/**
 * Chunks by what is loaded together: the modules named here and everything that they import statically, unless an
 * earlier group has it. Pages and resource declarations stay chunks of their own.
 */
const roots: readonly [name: string, ...tests: RegExp[]][] = [
  ['app', /src\/main\.tsx$/, /providers\/published-texts\.ts$/, /providers\/texts\/\w+\.ts$/],
  [
    'console',
    /src\/layout\/console\.tsx$/,
    /providers\/rest\.ts$/,
    /contract\/identity\/auth\.ts$/,
    /src\/kit\/page\.tsx$/,
    /src\/kit\/use-call\.ts$/,
  ],
  ['sign-in', /src\/layout\/(public|guest)\.tsx$/, /src\/pages\/identity\/login\/login\.tsx$/],
  ['figures', /src\/kit\/analytics\/(figures-page|day-chart|rank-chart|figure-cards)\.tsx$/, /src\/kit\/(revenue|right-now)\//, /src\/kit\/chart\/drawn\.ts$/],
  ['list', /src\/kit\/resource\/list\/list-screen\.tsx$/, /src\/kit\/resource\/form\/over-drawer\.tsx$/, /src\/kit\/person-data\//, /src\/kit\/resource\/\w+\.tsx?$/],
  ['late', /src\/layout\/(emergency-watch|follow-texts)\.tsx$/, /src\/kit\/bulk\/bulk-panel\.tsx$/, /contract\/platform\/live\.ts$/, /src\/kit\/alerts\/push\.ts$/],
  ['record', /src\/kit\/resource\/show\/show-screen\.tsx$/],
  ['form', /src\/kit\/resource\/form\/(create|edit)-(screen|drawer)\.tsx$/, /providers\/antd\.tsx$/],
]

export const chunkGroups = roots.map(([name, ...tests], index) => ({
  name,
  test: (id: string) => tests.some(test => test.test(id)),
  priority: roots.length - index,
}))
