import RightOutlined from '@ant-design/icons/RightOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCurrentUser } from '#kit/current-user.ts'
import { Panel } from '#kit/panel.tsx'
import { canOpen, type Screen, type ScreenName, screens } from '#kit/screens.ts'
import styles from './analytics.module.css'

/** Quick links in order of priority; shows the first six that the role may open. */
const ranked: readonly ScreenName[] = [
  'emergency',
  'activeSessions',
  'safetyIncidents',
  'home',
  'operations',
  'conversationAnalytics',
  'revenueAnalytics',
  'usageMetrics',
  'translations',
  'languageConfig',
  'care',
  'family',
  'subscription',
  'twoFactor',
  'settings',
]

export function QuickLinks() {
  const { t } = useTranslation(['pages', 'navigation'])
  const { role } = useCurrentUser()
  const links = ranked.filter(name => canOpen(role, (screens[name] as Screen).access)).slice(0, 6)
  return (
    <Panel as="nav" title={t('overview.links')}>
      <ul className={styles.links}>
        {links.map(name => (
          <li key={name}>
            <Link to={screens[name].path}>
              {t(`navigation:screens.${name}`)}
              <RightOutlined aria-hidden className={styles.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
