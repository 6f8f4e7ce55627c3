import MoreOutlined from '@ant-design/icons/MoreOutlined'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useHref, useLocation } from 'react-router'
import type { SavedView } from '#contract/platform/lists.ts'
import { Button } from '../../button.tsx'
import { reasonOf } from '../../call.ts'
import { CopyButton } from '../../copy-button.tsx'
import { say } from '../../toasts.ts'
import menu from '../menu.module.css'
import type { ListSettings } from './use-list-settings.ts'
import styles from './views-menu.module.css'

interface SavedViewItemProps {
  saved: SavedView
  /** Whether the list shows it now. */
  open: boolean
  settings: ListSettings
  close: () => void
}

/** A saved view: a link to it, and below it, when asked for, what can be done with it. */
export function SavedViewItem({ saved, open, settings, close }: SavedViewItemProps) {
  const { t } = useTranslation('kit')
  const { pathname } = useLocation()
  const [unfolded, setUnfolded] = useState(false)
  const acts = useId()
  const isDefault = settings.preferences.default_view === saved.id
  const remarks = [
    ...(isDefault ? [t('views.isDefault')] : []),
    ...(saved.own ? [] : [t('views.by', { name: saved.owner_name })]),
    ...(saved.own && saved.shared ? [t('views.isShared')] : []),
  ]
  return (
    <li>
      <div className={styles.row}>
        <Link
          className={menu.option}
          to={{ pathname, search: `?${saved.search}` }}
          aria-current={open || undefined}
          onClick={close}
        >
          <span className={styles.name}>{saved.name}</span>
          <span className={styles.remark}>{remarks.join(' · ')}</span>
        </Link>
        <Button
          look="quiet"
          icon={<MoreOutlined />}
          aria-label={t('views.more', { name: saved.name })}
          aria-expanded={unfolded}
          aria-controls={unfolded ? acts : undefined}
          onClick={() => setUnfolded(!unfolded)}
        />
      </div>
      {unfolded && (
        <div id={acts} className={styles.acts}>
          <Acts saved={saved} isDefault={isDefault} settings={settings} />
        </div>
      )}
    </li>
  )
}

interface ActsProps {
  saved: SavedView
  isDefault: boolean
  settings: ListSettings
}

function Acts({ saved, isDefault, settings: { prefer, change, remove, save } }: ActsProps) {
  const { t } = useTranslation(['kit', 'common'])
  const path = useHref(useLocation().pathname)
  const [name, setName] = useState(saved.name)
  async function attempt(act: () => Promise<unknown>, done?: () => void) {
    try {
      await act()
      done?.()
    } catch (error) {
      say({ tone: 'bad', text: t('views.failed'), detail: reasonOf(error) })
    }
  }
  function rename(event: FormEvent) {
    event.preventDefault()
    void attempt(() => change(saved.id, { name: name.trim() }))
  }
  const { name: kept, search, shared } = saved
  const restore = () => void attempt(() => save({ name: kept, search, shared }))
  const removed = () =>
    say({
      tone: 'good',
      text: t('views.removed', { name: saved.name }),
      action: { text: t('common:undo'), run: restore },
    })

  return (
    <>
      <Button look="quiet" onClick={() => prefer({ default_view: isDefault ? null : saved.id })}>
        {t(isDefault ? 'views.noDefault' : 'views.makeDefault')}
      </Button>
      <CopyButton
        text={() => `${window.location.origin}${path}?${saved.search}`}
        label={t('views.copyLink')}
      />
      {saved.own && (
        <>
          <Button
            look="quiet"
            onClick={() => void attempt(() => change(saved.id, { shared: !saved.shared }))}
          >
            {t(saved.shared ? 'views.unshare' : 'views.shareThis')}
          </Button>
          <Button look="danger" onClick={() => void attempt(() => remove(saved.id), removed)}>
            {t('delete')}
          </Button>
          <form className={styles.row} onSubmit={rename}>
            <input
              className={menu.input}
              aria-label={t('views.newName')}
              value={name}
              required
              maxLength={80}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit">{t('views.rename')}</Button>
          </form>
        </>
      )}
    </>
  )
}
