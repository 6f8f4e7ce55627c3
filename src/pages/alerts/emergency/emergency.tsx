import { useTranslation } from 'react-i18next'
import type { Place } from '#contract/alerts/alerts.ts'
import { emergency } from '#contract/alerts/emergency.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { elderly } from '#contract/people/elderly.ts'
import { useSearch } from '#kit/address.ts'
import { locallyRaisedAlerts, useAlertQueue } from '#kit/alerts/alert-queue.ts'
import { useAlertAction } from '#kit/alerts/use-alert-action.ts'
import { ButtonLink } from '#kit/button.tsx'
import { useCanCall, useCurrentUser } from '#kit/current-user.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { RecordPicker } from '#kit/resource/record-picker.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import { Banner, type BannerState } from './banner.tsx'
import { Contacts } from './contacts/contacts.tsx'
import styles from './emergency.module.css'
import { Geofences } from './geofences/geofences.tsx'
import { HelpButton } from './help-button.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentAlerts } from './recent-alerts.tsx'
import { Services } from './services/services.tsx'
import { SystemStatus } from './system-status.tsx'

/** Refetch interval of the readiness status in milliseconds. */
const refetchIntervalMs = 10_000

/** A status older than this is shown as unknown. */
const staleAfterMs = 3 * refetchIntervalMs

function bannerState(
  { status, alarms_processed }: ReplyOf<typeof readiness.status>,
  isOutdated: boolean,
): BannerState {
  if (status === 'active') return 'active'
  if (isOutdated) return 'unknown'
  return alarms_processed ? 'ready' : 'unready'
}

/** Raises an emergency and shows whether the alarm path works, for the person in the URL or for everyone. */
export function Component() {
  const { t } = useTranslation(['emergency', 'navigation'])
  const caller = useCurrentUser()
  const mayUse = useCanCall()
  const [params, change] = useSearch()
  const isSelf = caller.role === 'elderly_user'
  const person = isSelf ? caller.id : (params.get('person') ?? undefined)
  const { data: about } = useCall(
    elderly.show,
    { params: { id: person ?? '' } },
    { enabled: person !== undefined },
  )
  const ready = useCall(readiness.status, person ? { query: { user_id: person } } : {}, {
    refetchIntervalMs,
    resource: 'alerts',
  })
  const isOutdated = useNow() - ready.dataUpdatedAt > staleAfterMs
  const queue = useAlertQueue(person)
  const { act, pending } = useAlertAction()
  const reach = grant(caller.role, may('alerts', 'list'))?.reach
  const name = about?.name ?? t('person.one')
  const canCall = mayUse(emergency.trigger)

  async function help(personId: string, { inHaste }: { inHaste: boolean }) {
    // Only for the caller's own alarm: an operator's position is not the person's.
    const position = isSelf && !inHaste ? await currentPosition() : undefined
    if (isSelf && !inHaste && !position) toast({ tone: 'info', text: t('help.unlocated') })
    const raised = await act(
      emergency.trigger,
      {
        query: { user_id: personId },
        body: { emergency_type: 'emergency', ...(position && { location_data: position }) },
      },
      {
        done: ({ id }) => ({ text: t('help.done'), path: `/emergency/alerts/${id}` }),
        failed: t('help.failed'),
      },
    )
    if (raised) locallyRaisedAlerts.add(raised.id)
  }

  return (
    <Page
      title={t('navigation:screens.emergency')}
      lead={t('lead')}
      freshness={<Freshness of={ready} />}
      actions={
        <>
          {!isSelf && (
            <RecordPicker
              resource="elderly"
              picked={person}
              texts={{
                choose: t('person.choose'),
                find: t('person.find'),
                all: t('person.all'),
                one: t('person.one'),
                none: t('person.none'),
              }}
              onPick={person => change({ person }, { replace: true })}
            />
          )}
          <ButtonLink to="/emergency/queue">{t('navigation:screens.alertQueue')}</ButtonLink>
        </>
      }
    >
      <QueryState of={ready} failed={t('status.failed')}>
        {status => (
          <>
            <Banner
              standing={bannerState(status, isOutdated)}
              asOf={status.as_of}
              person={person === undefined ? undefined : { id: person, name }}
              openAlerts={status.open_alerts}
              queue={queue.data?.alerts ?? []}
            />
            {canCall && (
              <Panel title={t('help.panel')}>
                <HelpButton
                  name={person === undefined ? null : name}
                  pending={pending}
                  onHelp={how => person && void help(person, how)}
                />
              </Panel>
            )}
            <div className={styles.columns}>
              {canCall && (
                <Panel title={t('quickActions.title')}>
                  <QuickActions person={person} />
                </Panel>
              )}
              <Panel title={t('status.title')}>
                <SystemStatus status={status} isOutdated={isOutdated} person={person} />
              </Panel>
            </div>
          </>
        )}
      </QueryState>
      <Contacts person={person} />
      {(reach === 'all' || reach === 'organization') && <Services organization={about?.organization_id} />}
      {person && <Geofences person={person} />}
      <Panel title={t('recent.title')}>
        <RecentAlerts person={person} />
      </Panel>
    </Page>
  )
}

/** How long an emergency call waits for the browser's position, in milliseconds. */
const timeoutMs = 4_000

/** The browser's position, or undefined if denied, unavailable or too slow. */
const currentPosition = (): Promise<Place | undefined> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    // The Geolocation timeout does not run while the permission prompt is open.
    setTimeout(resolve, timeoutMs)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
        resolve({ latitude, longitude, accuracy_m: accuracy, at: new Date(timestamp).toISOString() }),
      () => resolve(undefined),
      { enableHighAccuracy: true, maximumAge: 60_000, timeout: timeoutMs },
    )
  })
