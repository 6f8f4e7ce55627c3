import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { emergency } from '#contract/alerts/emergency.ts'
import { readiness } from '#contract/alerts/emergency-services.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { grant, may } from '#contract/kit/permissions.ts'
import { elderly } from '#contract/people/elderly.ts'
import { raisedHere } from '#kit/alerts/raised-here.ts'
import { useAct } from '#kit/alerts/use-act.ts'
import { useAlertQueue } from '#kit/alerts/use-alert-queue.ts'
import { ButtonLink } from '#kit/button.tsx'
import { useCaller } from '#kit/caller.ts'
import { Freshness } from '#kit/freshness.tsx'
import { Page } from '#kit/page.tsx'
import { Panel } from '#kit/panel.tsx'
import { Reading } from '#kit/reading.tsx'
import { useMay } from '#kit/resource/may.ts'
import { RecordPicker } from '#kit/resource/record-picker.tsx'
import { say } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import { useNow } from '#kit/use-now.ts'
import { Banner, type Standing } from './banner.tsx'
import { Contacts } from './contacts/contacts.tsx'
import styles from './emergency.module.css'
import { Geofences } from './geofences/geofences.tsx'
import { HelpButton } from './help-button.tsx'
import { placeHere } from './place-here.ts'
import { QuickActions } from './quick-actions.tsx'
import { RecentAlerts } from './recent-alerts.tsx'
import { Services } from './services/services.tsx'
import { SystemStatus } from './system-status.tsx'

/** Milliseconds between two readings of whether everything is ready. */
const every = 10_000

/** Milliseconds after which a reading says nothing any more of now. */
const outdated = 3 * every

function standingOf(
  { status, alarms_processed }: ReplyOf<typeof readiness.status>,
  isOutdated: boolean,
): Standing {
  if (status === 'active') return 'active'
  if (isOutdated) return 'unknown'
  return alarms_processed ? 'ready' : 'unready'
}

/** Calls for help, and shows whether help could be called: for one person, who stands in the address, or for all. */
export function Component() {
  const { t } = useTranslation(['emergency', 'navigation'])
  const caller = useCaller()
  const mayUse = useMay()
  const [params, setParams] = useSearchParams()
  const isSelf = caller.role === 'elderly_user'
  const person = isSelf ? caller.id : (params.get('person') ?? undefined)
  const { data: about } = useCall(
    elderly.show,
    { params: { id: person ?? '' } },
    { enabled: person !== undefined },
  )
  const ready = useCall(readiness.status, {}, { every, follows: 'alerts' })
  const isOutdated = useNow() - ready.dataUpdatedAt > outdated
  const queue = useAlertQueue()
  const { act, pending } = useAct()
  const reach = grant(caller.role, may('alerts', 'list'))?.reach
  const canCall = mayUse(emergency.trigger)

  async function help(whose: string, { inHaste }: { inHaste: boolean }) {
    // Of others, the place that the server knows last is nearer to them than where the caller is.
    const here = isSelf && !inHaste ? await placeHere() : undefined
    if (isSelf && !inHaste && !here) say({ tone: 'info', text: t('help.unlocated') })
    const raised = await act(
      emergency.trigger,
      {
        query: { user_id: whose },
        body: { emergency_type: 'emergency', ...(here && { location_data: here }) },
      },
      { done: t('help.done'), failed: t('help.failed') },
    )
    if (raised) raisedHere.add(raised.id)
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
                all: t('person.everybody'),
                one: t('person.one'),
                none: t('person.nobody'),
              }}
              onPick={picked => setParams(picked ? { person: picked } : {}, { replace: true })}
            />
          )}
          <ButtonLink to="/emergency/queue">{t('navigation:screens.alertQueue')}</ButtonLink>
        </>
      }
    >
      <Reading of={ready} failed={t('status.failed')}>
        {status => (
          <>
            <Banner
              standing={standingOf(status, isOutdated)}
              asOf={status.as_of}
              queue={queue.data?.alerts ?? []}
            />
            {canCall && (
              <Panel title={t('help.panel')}>
                <HelpButton
                  name={person === undefined ? null : (about?.name ?? t('person.one'))}
                  pending={pending}
                  onHelp={how => person && void help(person, how)}
                />
              </Panel>
            )}
            <div className={styles.columns}>
              {canCall && (
                <Panel title={t('actions.title')}>
                  <QuickActions person={person} />
                </Panel>
              )}
              <Panel title={t('status.title')}>
                <SystemStatus status={status} isOutdated={isOutdated} person={person} />
              </Panel>
            </div>
          </>
        )}
      </Reading>
      <Contacts person={person} />
      {(reach === 'all' || reach === 'organization') && <Services organization={about?.organization_id} />}
      {person && <Geofences person={person} />}
      <Panel title={t('recent.title')}>
        <RecentAlerts person={person} />
      </Panel>
    </Page>
  )
}
