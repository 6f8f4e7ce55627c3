import { type IResourceItem, Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { CallerContext } from '#kit/caller.ts'
import { heads } from '#kit/registry.ts'
import { signInPath } from '#kit/return-path.ts'
import { screens } from '#kit/screens.ts'
import { accessControlProvider } from '#providers/access.ts'
import { auditLogProvider } from '#providers/audit.ts'
import { authProvider, useSession } from '#providers/auth.ts'
import { dataProvider } from '#providers/data.ts'
import { i18nProvider, speakTo } from '#providers/i18n.ts'
import { liveProvider } from '#providers/live.ts'
import { notificationProvider } from '#providers/notification.ts'
import { queries } from '#providers/queries.ts'
import { Offline } from './offline.tsx'
import { Shell } from './shell.tsx'
import { Spinner } from './spinner.tsx'

const resources = heads.map(
  ({ name, path, area }): IResourceItem => ({
    name,
    list: path,
    show: `${path}/:id`,
    create: `${path}/create`,
    edit: `${path}/:id/edit`,
    meta: { area },
  }),
)

/** The signed-in part of the console: nothing in it is shown before the server has said who is there. */
export function Component() {
  const state = useSession()
  const locale = state.phase === 'in' ? state.user.locale : null
  useEffect(() => {
    if (locale) void speakTo({ locale })
  }, [locale])
  const location = useLocation()
  switch (state.phase) {
    case 'checking':
      return <Spinner />
    case 'offline':
      return <Offline />
    case 'out':
      return <Navigate to={signInPath(state.absence.why === 'left' ? undefined : location)} replace />
    case 'in': {
      const { path } = screens.twoFactor
      if (state.user.second_factor_missing && location.pathname !== path)
        return <Navigate to={path} replace />
      return (
        <CallerContext value={state.user}>
          <Refine
            accessControlProvider={accessControlProvider}
            auditLogProvider={auditLogProvider}
            authProvider={authProvider}
            dataProvider={dataProvider}
            i18nProvider={i18nProvider}
            liveProvider={liveProvider}
            notificationProvider={notificationProvider}
            routerProvider={routerProvider}
            resources={resources}
            options={{
              disableTelemetry: true,
              disableRouteChangeHandler: true,
              // The provider itself reads again what has changed; Refine's 'auto' would read everything.
              liveMode: 'manual',
              reactQuery: { clientConfig: queries },
            }}
          >
            <Shell />
          </Refine>
        </CallerContext>
      )
    }
  }
}
