import CheckOutlined from '@ant-design/icons/CheckOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#kit/analytics/panel.tsx'
import { Button } from '#kit/button.tsx'
import { Page } from '#kit/page.tsx'
import { defaultWidgets, keepWidgets, readWidgets, type Widget, widgets } from '#kit/widgets.ts'
import styles from './settings.module.css'
import { TimeZone } from './time-zone.tsx'

/** Milliseconds that the banner of saved settings is shown. */
const shownFor = 2_000

/** In which time zone one reads; and which widgets the dashboards show, in this browser. */
export function Component() {
  const { t } = useTranslation(['revenue', 'navigation'])
  const [settings, setSettings] = useState(readWidgets)
  const [saved, setSaved] = useState<object | null>(null)
  useEffect(() => {
    if (!saved) return
    const over = setTimeout(setSaved, shownFor, null)
    return () => clearTimeout(over)
  }, [saved])
  const keep = (next: typeof settings) => {
    keepWidgets(next)
    setSettings(next)
    setSaved({})
  }
  return (
    <Page
      title={t('navigation:screens.settings')}
      lead={t('settings.lead')}
      actions={
        <>
          <Button onClick={() => keep(defaultWidgets)}>{t('settings.reset')}</Button>
          <Button look="main" onClick={() => keep(settings)}>
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
      <div className={styles.groups}>
        {(['global', 'operations'] as const).map(group => (
          <Panel key={group} title={t(`settings.${group}`)}>
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
