import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notificationSettingsPath } from '#contract/alerts/notifications.ts'
import { can, may } from '#contract/kit/permissions.ts'
import { useCanCall, useCurrentUser } from '#kit/current-user.ts'
import { heads } from '#kit/registry.ts'
import { canOpen, screens } from '#kit/screens.ts'
import { theme, useTheme } from '#kit/theme.ts'
import { toast } from '#kit/toasts.ts'
import { signOut } from '#providers/auth.ts'
import { chooseLanguage, type Language, languages } from '#providers/i18n.ts'
import type { Item } from './use-groups.ts'

/** One action for each kind of record that the user can create; only the loaded declarations know. */
export function useCreateActions(): { items: Item[]; pending: boolean } {
  const { t } = useTranslation('resources')
  const mayUse = useCanCall()
  const { role } = useCurrentUser()
  const { data = [], isPending } = useQuery({
    queryKey: ['creatable', role],
    queryFn: async () => {
      const likely = heads.filter(({ area }) => can(role, may(area, 'create')))
      return Promise.all(likely.map(head => head.load()))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const items = data
    .filter(({ api }) => mayUse(api.create))
    .map(({ name, path }) => ({
      key: `${path}/create`,
      label: t(`${name}.create` as never),
      act: { to: `${path}/create` },
    }))
  return { items, pending: isPending }
}

/** What the user may change in their own settings, each with the place where it is changed. */
function useSettingActions(): Item[] {
  const { t } = useTranslation('palette')
  const { role } = useCurrentUser()
  return [
    {
      key: 'settings notifications',
      label: t('settings.notifications'),
      synonyms: t('synonyms.notifications'),
      act: { to: notificationSettingsPath },
    },
    { key: 'settings time zone', label: t('settings.timeZone'), act: { to: screens.settings.path } },
    ...(canOpen(role, screens.twoFactor.access)
      ? [
          {
            key: 'settings two-factor',
            label: t('settings.twoFactor'),
            synonyms: t('synonyms.twoFactor'),
            act: { to: screens.twoFactor.path },
          },
        ]
      : []),
    ...heads
      .filter(({ name, area }) => name === 'api-keys' && can(role, may(area, 'list')))
      .map(
        ({ path }): Item => ({
          key: 'settings API keys',
          label: t('settings.apiKeys'),
          synonyms: t('synonyms.apiKeys'),
          act: { to: path },
        }),
      ),
  ]
}

/** Global actions except those that create records. */
export function useActions({ help }: { help: () => void }): Item[] {
  const { t, i18n } = useTranslation(['palette', 'common', 'navigation'])
  const isDark = useTheme() === 'dark'
  const caller = useCurrentUser()
  const settings = useSettingActions()
  const speaking = Object.entries(languages)
    .filter(([code]) => code !== i18n.language)
    .map(
      ([code, language]): Item => ({
        key: `language ${code}`,
        label: t('palette:language', { language }),
        act: { run: () => void chooseLanguage(code as Language) },
      }),
    )
  const translate = async () => {
    const { startTranslating } = await import('#providers/translate-mode.tsx')
    await startTranslating(i18n, caller)
  }
  const mayTranslate = can(caller.role, may('translations', 'update'))
  const copyLink = () =>
    void navigator.clipboard
      .writeText(window.location.href)
      .then(() => toast({ tone: 'good', text: t('common:copied') }))
  return [
    {
      key: 'theme',
      label: t(isDark ? 'common:theme.toLight' : 'common:theme.toDark'),
      synonyms: t('palette:synonyms.theme'),
      act: { run: theme.toggle },
    },
    ...speaking,
    ...settings,
    ...(mayTranslate
      ? [{ key: 'translate', label: t('palette:translate'), act: { run: () => void translate() } }]
      : []),
    { key: 'link', label: t('palette:copyLink'), act: { run: copyLink } },
    { key: 'help', label: t('palette:shortcuts'), keys: '?', act: { run: help } },
    {
      key: 'logout',
      label: t('navigation:logout'),
      synonyms: t('palette:synonyms.logout'),
      act: { run: () => void signOut() },
    },
  ]
}
