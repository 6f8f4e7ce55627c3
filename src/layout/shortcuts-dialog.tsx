import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { useCurrentUser } from '#kit/current-user.ts'
import { Dialog } from '#kit/dialog.tsx'
import { ShortcutKeys } from '#kit/shortcut-keys.tsx'
import { type ShortcutName, shortcutScopes, shortcuts } from '#kit/shortcuts.ts'
import { entriesOf, shortcutTo } from './navigation.ts'
import styles from './shortcuts-dialog.module.css'

const names = Object.keys(shortcuts) as ShortcutName[]

/** All shortcuts available to the user. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['palette', 'common', 'navigation', 'resources'])
  const { role } = useCurrentUser()
  const places = entriesOf(role).flatMap(({ path, label }) => {
    const keys = shortcutTo(path)
    return keys ? [{ name: path, label: t(label as never) as string, keys: [keys] }] : []
  })
  return (
    <Dialog
      title={t('palette:shortcuts')}
      wide
      onClose={close}
      actions={
        <Button autoFocus onClick={close}>
          {t('common:close')}
        </Button>
      }
    >
      <div className={styles.places}>
        {shortcutScopes.map(scope => (
          <Listed
            key={scope}
            title={t(`palette:places.${scope}`)}
            shortcuts={names
              .filter(name => shortcuts[name].scope === scope)
              .map(name => ({ name, label: t(`palette:does.${name}`), keys: shortcuts[name].keys }))}
          />
        ))}
        <Listed title={t('palette:places.go')} shortcuts={places} />
      </div>
    </Dialog>
  )
}

interface ListedProps {
  title: string
  shortcuts: readonly { name: string; label: string; keys: readonly string[] }[]
}

const Listed = ({ title, shortcuts }: ListedProps) => (
  <section>
    <h3>{title}</h3>
    <dl className={styles.list}>
      {shortcuts.map(({ name, label, keys }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {keys.map(each => (
              <ShortcutKeys key={each} of={each} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
