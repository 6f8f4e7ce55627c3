import CheckOutlined from '@ant-design/icons/CheckOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#kit/analytics/panel.tsx'
import { Button } from '#kit/button.tsx'
import { Page } from '#kit/page.tsx'
import { defaultWidgets, readWidgets, saveWidgets, type Widget, widgets } from '#kit/widgets.ts'
import { NotificationPreferences } from './notification-preferences.tsx'
import styles from './settings.module.css'
import { TimeZone } from './time-zone.tsx'

/** How long the "saved" banner stays, in milliseconds. */
const bannerMs = 2_000

/** Time zone and notifications (stored with the account), and dashboard widgets (stored in this browser). */
export function Component() {
  const { t } = useTranslation(['revenue', 'navigation'])
  const [settings, setSettings] = useState(readWidgets)
  const [saved, setSaved] = useState<object | null>(null)
  useEffect(() => {
    if (!saved) return
    const over = setTimeout(setSaved, bannerMs, null)
    return () => clearTimeout(over)
  }, [saved])
  const save = (next: typeof settings) => {
    saveWidgets(next)
    setSettings(next)
    setSaved({})
  }
  return (
    <Page
      title={t('navigation:screens.settings')}
      lead={t('settings.lead')}
      actions={
        <>
          <Button onClick={() => save(defaultWidgets)}>{t('settings.reset')}</Button>
          <Button variant="main" onClick={() => save(settings)}>
            {t('settings.save')}
          </Button>
        </>
      }
    >
      <div className={styles.place} role="status">
        {saved && (
          <p className={styles.banner}>
            <CheckOutlined aria-hidden /> {t('settings.saved')}
          </p>
        )}
      </div>
      <TimeZone />
      <NotificationPreferences />
      <div className={styles.groups}>
        {(['home', 'operations'] as const).map(group => (
          <Panel key={group} title={t(`navigation:screens.${group}`)}>
            <ul className={styles.widgets}>
              {widgets[group].map((widget: Widget) => (
                <li key={widget}>
                  <label>
                    <span>
                      <strong>{t(`settings.widgets.${widget}.title`)}</strong>
                      <span>{t(`settings.widgets.${widget}.hint`)}</span>
                    </span>
                    <input
                      type="checkbox"
                      role="switch"
                      aria-checked={settings[widget]}
                      checked={settings[widget]}
                      onChange={event => setSettings({ ...settings, [widget]: event.target.checked })}
                    />
                  </label>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </Page>
  )
}
