import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { useCaller } from '#kit/caller.ts'
import { Dialog } from '#kit/dialog.tsx'
import { Keys } from '#kit/keys.tsx'
import { type ShortcutName, shortcutPlaces, shortcuts } from '#kit/shortcuts.ts'
import { keysTo } from './go-to.ts'
import { entriesOf } from './navigation.ts'
import styles from './shortcuts-dialog.module.css'

const names = Object.keys(shortcuts) as ShortcutName[]

/** All shortcuts that do something for the signed-in person. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['palette', 'common', 'navigation', 'resources'])
  const { role } = useCaller()
  const places = entriesOf(role).flatMap(({ path, label }) => {
    const keys = keysTo(path)
    return keys ? [{ name: path, label: t(label as never) as string, keys: [keys] }] : []
  })
  return (
    <Dialog
      title={t('palette:shortcuts')}
      broad
      onClose={close}
      actions={
        <Button autoFocus onClick={close}>
          {t('common:close')}
        </Button>
      }
    >
      <div className={styles.places}>
        {shortcutPlaces.map(place => (
          <Listed
            key={place}
            title={t(`palette:places.${place}`)}
            shortcuts={names
              .filter(name => shortcuts[name].place === place)
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
              <Keys key={each} of={each} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
