import RightOutlined from '@ant-design/icons/RightOutlined'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCaller } from '#kit/caller.ts'
import { Panel } from '#kit/panel.tsx'
import { opens, type Screen, type ScreenName, screens } from '#kit/screens.ts'
import styles from './analytics.module.css'

/** The screens people go to most, by how often they are needed; a role sees the first six of those it may open. */
const ranked: readonly ScreenName[] = [
  'emergency',
  'activeSessions',
  'safetyIncidents',
  'home',
  'operations',
  'conversationAnalytics',
  'revenueAnalytics',
  'usageMetrics',
  'languageConfig',
  'care',
  'family',
  'subscription',
  'twoFactor',
  'settings',
]

export function QuickLinks() {
  const { t } = useTranslation(['pages', 'navigation'])
  const { role } = useCaller()
  const links = ranked.filter(name => opens(role, (screens[name] as Screen).access)).slice(0, 6)
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
