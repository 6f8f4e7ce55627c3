import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import {
  notificationSettingsPath,
  notifications,
  type OptionalKind,
  optionalKinds,
  type NotificationPreferences as Preferences,
} from '#contract/alerts/notifications.ts'
import { Panel } from '#kit/analytics/panel.tsx'
import { call } from '#kit/call.ts'
import { Checkbox } from '#kit/field.tsx'
import { QueryState } from '#kit/query-state.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall } from '#kit/use-call.ts'
import styles from './settings.module.css'

/** Where a kind is turned off: `muted` keeps it out of the mail, `hidden` out of the console. */
type List = 'muted' | 'hidden'

/** The preferences with a kind wanted, or not wanted, in one of its ways. */
function withWay(preferences: Preferences, list: List, kind: OptionalKind, isWanted: boolean): Preferences {
  const others = preferences[list].filter(name => name !== kind)
  return { ...preferences, [list]: isWanted ? others : [...others, kind] }
}

function Ways({ preferences, onSaved }: { preferences: Preferences; onSaved: () => Promise<unknown> }) {
  const { t } = useTranslation(['notifications', 'revenue'])
  // Shown at once; what is saved replaces it.
  const [chosen, setChosen] = useState(preferences)
  const latest = useRef(preferences)
  const saving = useRef(Promise.resolve())
  const choose = (list: List, kind: OptionalKind, isWanted: boolean) => {
    const body = withWay(latest.current, list, kind, isWanted)
    latest.current = body
    setChosen(body)
    // One after the other, so that the last choice is the one that stays.
    saving.current = saving.current.then(async () => {
      try {
        await call(notifications.setPreferences, { body })
        await onSaved()
        toast({ tone: 'good', text: t('revenue:settings.saved') })
      } catch (error) {
        latest.current = preferences
        setChosen(preferences)
        toast({ tone: 'bad', text: t('preferences.failedSave'), detail: (error as Error).message })
      }
    })
  }
  return (
    <div className={styles.groups}>
      {optionalKinds.map(kind => (
        <fieldset key={kind} className={styles.ways}>
          <legend>{t(`preferences.${kind}`)}</legend>
          <p>{t(`preferences.${kind}Hint`)}</p>
          {(['muted', 'hidden'] as const).map(list => (
            <Checkbox
              key={list}
              label={t(list === 'muted' ? 'preferences.email' : 'preferences.console')}
              checked={!chosen[list].includes(kind)}
              onChange={({ target }) => choose(list, kind, target.checked)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

/** How the user is notified of what isn't urgent; stored with the account. */
export function NotificationPreferences() {
  const { t } = useTranslation('notifications')
  const reading = useCall(notifications.preferences)
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  const isLoaded = reading.data !== undefined
  // Links in e-mails lead here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the same link is followed again
  useEffect(() => {
    if (!isLoaded || !notificationSettingsPath.endsWith(hash || '?')) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isLoaded, hash, key])
  return (
    <div ref={place} className={styles.notifications}>
      <Panel title={t('preferences.title')} lead={t('preferences.lead')}>
        <QueryState of={reading} failed={t('preferences.failed')}>
          {preferences => <Ways preferences={preferences} onSaved={reading.refetch} />}
        </QueryState>
        <p className={styles.now}>{t('preferences.alarms')}</p>
      </Panel>
    </div>
  )
}
