import AlertOutlined from '@ant-design/icons/AlertOutlined'
import BarChartOutlined from '@ant-design/icons/BarChartOutlined'
import CreditCardOutlined from '@ant-design/icons/CreditCardOutlined'
import DashboardOutlined from '@ant-design/icons/DashboardOutlined'
import HomeOutlined from '@ant-design/icons/HomeOutlined'
import LogoutOutlined from '@ant-design/icons/LogoutOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import SearchOutlined from '@ant-design/icons/SearchOutlined'
import SettingOutlined from '@ant-design/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/TeamOutlined'
import ToolOutlined from '@ant-design/icons/ToolOutlined'
import TranslationOutlined from '@ant-design/icons/TranslationOutlined'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Button } from '#kit/button.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import type { GroupName } from '#kit/registry.ts'
import { ShortcutKeys } from '#kit/shortcut-keys.tsx'
import { ariaKeys, shortcuts } from '#kit/shortcuts.ts'
import { signOut } from '#providers/auth.ts'
import { Brand } from './brand.tsx'
import { LanguagePicker, ThemeToggle } from './display-settings.tsx'
import { type Entry, type Group, locate, navigationOf } from './navigation.ts'
import styles from './sidebar.module.css'

const groupIcons: Record<GroupName, ReactNode> = {
  sessions: <TranslationOutlined />,
  users: <TeamOutlined />,
  emergency: <AlertOutlined />,
  analytics: <BarChartOutlined />,
  subscriptions: <CreditCardOutlined />,
  system: <ToolOutlined />,
}

const topIcons: Record<string, ReactNode> = {
  '/': <HomeOutlined />,
  '/operations': <DashboardOutlined />,
  '/settings': <SettingOutlined />,
}

/** `aria-current` is `page` at the exact path and `true` below it. */
function EntryLink({ entry, icon, active }: { entry: Entry; icon?: ReactNode; active: boolean }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <li>
      <Link
        to={entry.path}
        className={styles.entry}
        aria-current={active ? (pathname === entry.path ? 'page' : true) : undefined}
      >
        {icon && (
          <span className={styles.icon} aria-hidden>
            {icon}
          </span>
        )}
        {t(entry.label as never)}
      </Link>
    </li>
  )
}

interface EntryGroupProps {
  group: Group
  open: boolean
  onToggle: () => void
  current: string | undefined
}

function EntryGroup({ group, open, onToggle, current }: EntryGroupProps) {
  const { t } = useTranslation('navigation')
  const list = useId()
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-controls={list}
        onClick={onToggle}
      >
        <span className={styles.icon} aria-hidden>
          {groupIcons[group.name]}
        </span>
        {t(`groups.${group.name}`)}
        <RightOutlined className={styles.chevron} aria-hidden />
      </button>
      <ul id={list} className={styles.inner} hidden={!open}>
        {group.entries.map(entry => (
          <EntryLink key={entry.path} entry={entry} active={entry.path === current} />
        ))}
      </ul>
    </li>
  )
}

/** The navigation for the user's role, and the user's account. */
export function Sidebar({ find, bell }: { find: () => void; bell?: ReactNode }) {
  const { t } = useTranslation(['navigation', 'common'])
  const { pathname } = useLocation()
  const caller = useCurrentUser()
  const navigation = navigationOf(caller.role)
  const location = locate(pathname)
  const groups = useOpenGroup(location?.group ?? null)
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <Link
          to="/analytics"
          className={styles.brand}
          aria-current={pathname === '/analytics' ? 'page' : undefined}
        >
          <Brand />
        </Link>
        {bell}
      </div>
      <button
        type="button"
        className={styles.find}
        data-tooltip={t('find')}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys('palette')}
        onClick={find}
      >
        <SearchOutlined aria-hidden />
        {t('search')}
        <span className={styles.findKeys} aria-hidden>
          <ShortcutKeys of={shortcuts.palette.keys[0]} />
        </span>
      </button>
      <nav aria-label={t('main')} className={styles.entries}>
        <ul>
          {navigation.top.map(entry => (
            <EntryLink
              key={entry.path}
              entry={entry}
              icon={topIcons[entry.path]}
              active={entry.path === location?.entry.path}
            />
          ))}
        </ul>
        <ul>
          {navigation.groups.map(group => (
            <EntryGroup
              key={group.name}
              group={group}
              open={groups.isOpen(group.name)}
              onToggle={() => groups.toggle(group.name)}
              current={location?.entry.path}
            />
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <div className={styles.person}>
          <span className={styles.initials} translate="no" aria-hidden>
            {caller.name
              .split(/\s+/)
              .slice(0, 2)
              .map(part => part.charAt(0))
              .join('')}
          </span>
          <p className={styles.names}>
            <span className="spoken">{t('signedInAs')}</span>
            <strong translate="no">{caller.name}</strong>
            <span>
              {t(`common:roles.${caller.role}`)} · {caller.organization.name}
            </span>
          </p>
        </div>
        <div className={styles.tools}>
          <LanguagePicker />
          <ThemeToggle />
          <Button
            variant="quiet"
            icon={<LogoutOutlined />}
            aria-label={t('logout')}
            title={t('logout')}
            onClick={() => void signOut()}
          />
        </div>
      </div>
    </div>
  )
}

const storageKey = 'navigation'

/** What is stored while all groups are closed. */
const none = 'none'

const remembered = () => localStorage.getItem(storageKey) ?? 'sessions'

/** The open navigation group, at most one: that of the current screen, else the one the user opened last. */
export function useOpenGroup(current: GroupName | null) {
  const [open, setOpen] = useState<string>(() => current ?? remembered())
  const [entered, setEntered] = useState(current)
  if (current !== entered) {
    setEntered(current)
    if (current) setOpen(current)
  }
  return {
    isOpen: (group: GroupName) => group === open,
    toggle(group: GroupName) {
      const next = group === open ? none : group
      localStorage.setItem(storageKey, next)
      setOpen(next)
    },
  }
}
