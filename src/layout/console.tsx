import { type IResourceItem, Refine } from '@refinedev/core'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { CurrentUserContext } from '#kit/current-user.ts'
import { isPreview } from '#kit/preview/preview.ts'
import { exampleUser } from '#kit/preview/user.ts'
import { heads } from '#kit/registry.ts'
import { signInPath } from '#kit/return-path.ts'
import { screens } from '#kit/screens.ts'
import { authProvider, useSession } from '#providers/auth.ts'
import { applyUserLanguage, i18nProvider } from '#providers/i18n.ts'
import { liveProvider } from '#providers/live.ts'
import { queryClient } from '#providers/query-client.ts'
import {
  accessControlProvider,
  auditLogProvider,
  callProvider,
  dataProvider,
  notificationProvider,
  routerProvider,
} from '#providers/refine.ts'
import { Shell } from './shell.tsx'
import { Offline, Spinner } from './spinner.tsx'

const dataProviders = { default: dataProvider, calls: callProvider }

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

/** The signed-in part of the console; renders nothing before the session is validated. */
export function Component() {
  const state = useSession()
  const locale = state.phase === 'in' ? state.user.locale : null
  useEffect(() => {
    if (locale) void applyUserLanguage({ locale })
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
        <CurrentUserContext value={isPreview ? exampleUser(state.user, location.pathname) : state.user}>
          <Refine
            accessControlProvider={accessControlProvider}
            auditLogProvider={auditLogProvider}
            authProvider={authProvider}
            dataProvider={dataProviders}
            i18nProvider={i18nProvider}
            liveProvider={liveProvider}
            notificationProvider={notificationProvider}
            routerProvider={routerProvider}
            resources={resources}
            options={{
              disableTelemetry: true,
              disableRouteChangeHandler: true,
              // The live provider refetches changed queries itself; `auto` would refetch everything.
              liveMode: 'manual',
              reactQuery: { clientConfig: queryClient },
            }}
          >
            <Shell />
          </Refine>
        </CurrentUserContext>
      )
    }
  }
}
