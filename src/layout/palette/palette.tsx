import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '#kit/button.tsx'
import { BareDialog } from '#kit/dialog.tsx'
import { ShortcutKeys } from '#kit/shortcut-keys.tsx'
import styles from './palette.module.css'
import { type Item, useGroups } from './use-groups.ts'

interface PaletteProps {
  /** Offers only what creates a record. */
  isCreating?: boolean
  close: () => void
  /** Opens the list of shortcuts. */
  help: () => void
}

/**
 * Command palette: screens, actions and records. An ARIA combobox: focus stays in the input, `aria-activedescendant`
 * marks the active option.
 */
export function Palette({ isCreating = false, close, help }: PaletteProps) {
  const { t } = useTranslation(['palette', 'common'])
  const navigate = useNavigate()
  const id = useId()
  const [typed, type] = useState('')
  // By key, because results arrive incrementally.
  const [active, activate] = useState<string>()
  const { groups, pending, failed, retry } = useGroups({ typed, isCreating, help })
  const items = groups.flatMap(group => group.items)
  const current = Math.max(
    0,
    items.findIndex(({ key }) => key === active),
  )
  const walkTo = (index: number) => activate(items.at(index % items.length)?.key)
  const title = t(isCreating ? 'palette:does.create' : 'palette:title')
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  function choose({ act }: Item) {
    // Returns the focus first, so that the action can move it.
    flushSync(close)
    if ('to' in act) void navigate(act.to)
    else act.run()
  }

  function press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey } = event
    const chosen = items[current]
    if (key === 'ArrowDown') walkTo(current + 1)
    else if (key === 'ArrowUp') walkTo(current - 1)
    else if (key === 'PageDown') walkTo(-1)
    else if (key === 'PageUp') walkTo(0)
    else if (key === 'Enter' && !event.nativeEvent.isComposing) {
      if (chosen) choose(chosen)
    } else if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) close()
    else return
    event.preventDefault()
  }

  let index = -1
  return (
    <BareDialog label={title} width={640} onClose={close}>
      <div className={styles.palette}>
        <div className={styles.search}>
          <SearchOutlined aria-hidden />
          <input
            // biome-ignore lint/a11y/noAutofocus: the palette is opened to type in it
            autoFocus
            type="text"
            role="combobox"
            aria-label={title}
            aria-expanded={items.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={items.length > 0 ? optionId(current) : undefined}
            aria-autocomplete="list"
            aria-busy={pending}
            autoComplete="off"
            spellCheck={false}
            placeholder={t(isCreating ? 'palette:whatToCreate' : 'palette:placeholder')}
            value={typed}
            onChange={event => {
              type(event.target.value)
              activate(undefined)
            }}
            onKeyDown={press}
          />
          <Button variant="quiet" onClick={close}>
            {t('common:close')}
          </Button>
        </div>
        <div className={styles.results}>
          <div id={`${id}-list`} role="listbox" aria-label={t('palette:results')}>
            {groups.map(group => (
              // biome-ignore lint/a11y/useSemanticElements: options are grouped, not fields
              <div
                key={group.name}
                role="group"
                aria-labelledby={`${id}-${group.name}`}
                className={styles.group}
              >
                <h3 id={`${id}-${group.name}`} role="presentation">
                  {t(`palette:groups.${group.name}`)}
                </h3>
                {group.items.map(item => {
                  index += 1
                  const at = index
                  return (
                    <Option
                      key={item.key}
                      id={optionId(at)}
                      item={item}
                      selected={at === current}
                      point={() => activate(item.key)}
                      choose={() => choose(item)}
                    />
                  )
                })}
              </div>
            ))}
          </div>
          {failed && (
            <p className={styles.note} role="alert">
              {t('palette:failed')}
              <Button onClick={retry}>{t('common:retry')}</Button>
            </p>
          )}
          {!failed && !pending && items.length === 0 && (
            <p className={styles.note}>{t('palette:nothing', { text: typed.trim() })}</p>
          )}
        </div>
        <p className="spoken" role="status">
          {pending ? '' : t('palette:count', { count: items.length })}
        </p>
        <p className={styles.foot} aria-hidden>
          <span>
            <ShortcutKeys of="ArrowUp ArrowDown" /> {t('palette:navigate')}
          </span>
          <span>
            <ShortcutKeys of="Enter" /> {t('palette:choose')}
          </span>
          <span>
            <ShortcutKeys of="Esc" /> {t('common:close')}
          </span>
        </p>
      </div>
    </BareDialog>
  )
}

interface OptionProps {
  id: string
  item: Item
  selected: boolean
  point: () => void
  choose: () => void
}

function Option({ id, item: { label, match, kind, keys }, selected, point, choose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus, and with it the keyboard, stays in the input
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.item}
      onMouseMove={selected ? undefined : point}
      onMouseDown={event => event.preventDefault()}
      onClick={choose}
    >
      <span className={styles.label}>
        <span>{label}</span>
        {match && <small>{match}</small>}
      </span>
      {kind && <span className={styles.kind}>{kind}</span>}
      {keys && <ShortcutKeys of={keys} />}
    </div>
  )
}
