import MoreOutlined from '@ant-design/icons/MoreOutlined'
import StarFilled from '@ant-design/icons/StarFilled'
import StarOutlined from '@ant-design/icons/StarOutlined'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useHref, useLocation } from 'react-router'
import type { SavedView } from '#contract/platform/lists.ts'
import { Button } from '../../button.tsx'
import { errorDetail } from '../../call.ts'
import { CopyButton } from '../../copy-button.tsx'
import { CheckItem, Form, TextItem } from '../../form.tsx'
import { Popover } from '../../popover.tsx'
import { toast } from '../../toasts.ts'
import menu from '../menu.module.css'
import type { Resource } from '../resource.ts'
import { decodeView, encodeView, type View } from '../view.ts'
import type { ListSettings } from './use-list-settings.ts'
import styles from './views-menu.module.css'

interface ViewsMenuProps {
  of: Resource
  view: View
  settings: ListSettings
}

/** Saved views of a list: open, rename, share, set as default, delete. */
export function ViewsMenu({ of, view, settings }: ViewsMenuProps) {
  const { t } = useTranslation('kit')
  // Save the first page of a view.
  const search = encodeView({ ...view, page: 1, after: null }, of).toString()
  /** Normalizes a saved search, so that equivalent searches compare equal. */
  const today = (search: string) => encodeView(decodeView(new URLSearchParams(search), of), of).toString()
  const open = settings.views.find(saved => today(saved.search) === search)
  const label = open ? t('views.open', { name: open.name }) : t('views.title')
  return (
    <Popover
      label={t('views.title')}
      trigger={props => (
        <Button
          {...props}
          variant="quiet"
          icon={open ? <StarFilled /> : <StarOutlined />}
          aria-label={label}
          title={label}
          shrinks
        >
          {t('views.short')}
        </Button>
      )}
    >
      {close => (
        <>
          <ul className={menu.options}>
            {settings.views.map(saved => (
              <SavedViewItem
                key={saved.id}
                saved={saved}
                open={saved === open}
                settings={settings}
                close={close}
              />
            ))}
          </ul>
          {settings.views.length === 0 && <p className={menu.quiet}>{t('views.none')}</p>}
          <SaveView search={search} save={settings.save} close={close} />
        </>
      )}
    </Popover>
  )
}

interface SaveViewProps {
  search: string
  save: ListSettings['save']
  close: () => void
}

/** Saves the current view under a name; an existing name is overwritten. */
export function SaveView({ search, save, close }: SaveViewProps) {
  const { t } = useTranslation('kit')
  return (
    <div className={menu.apart}>
      <Form<{ name: string; shared?: boolean }>
        label={t('views.save')}
        layout="stack"
        failed={t('views.failed')}
        send={async ({ name, shared = false }) => {
          await save({ name: name.trim(), search, shared })
          toast({ tone: 'good', text: t('views.saved', { name: name.trim() }) })
          close()
        }}
      >
        {pending => (
          <>
            <TextItem name="name" label={t('views.name')} required maxLength={80} />
            <CheckItem name="shared" label={t('views.share')} />
            <div className={menu.foot}>
              <Button variant="main" type="submit" pending={pending}>
                {t('views.save')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}

interface SavedViewItemProps {
  saved: SavedView
  /** Whether it is the current view. */
  open: boolean
  settings: ListSettings
  close: () => void
}

/** A saved view: a link, and its actions when expanded. */
export function SavedViewItem({ saved, open, settings, close }: SavedViewItemProps) {
  const { t } = useTranslation('kit')
  const { pathname } = useLocation()
  const [unfolded, setUnfolded] = useState(false)
  const actionsId = useId()
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
          variant="quiet"
          icon={<MoreOutlined />}
          aria-label={t('views.more', { name: saved.name })}
          aria-expanded={unfolded}
          aria-controls={unfolded ? actionsId : undefined}
          onClick={() => setUnfolded(!unfolded)}
        />
      </div>
      {unfolded && (
        <div id={actionsId} className={styles.actions}>
          <ViewActions saved={saved} isDefault={isDefault} settings={settings} />
        </div>
      )}
    </li>
  )
}

interface ViewActionsProps {
  saved: SavedView
  isDefault: boolean
  settings: ListSettings
}

function ViewActions({ saved, isDefault, settings: { prefer, change, remove, save } }: ViewActionsProps) {
  const { t } = useTranslation(['kit', 'common'])
  const path = useHref(useLocation().pathname)
  async function attempt(act: () => Promise<unknown>, done?: () => void) {
    try {
      await act()
      done?.()
    } catch (error) {
      toast({ tone: 'bad', text: t('views.failed'), detail: errorDetail(error) })
    }
  }
  const { name: previousName, search, shared } = saved
  const restore = () => void attempt(() => save({ name: previousName, search, shared }))
  const removed = () =>
    toast({
      tone: 'good',
      text: t('views.removed', { name: saved.name }),
      actions: [{ text: t('common:undo'), run: restore }],
    })

  return (
    <>
      <Button variant="quiet" onClick={() => prefer({ default_view: isDefault ? null : saved.id })}>
        {t(isDefault ? 'views.noDefault' : 'views.makeDefault')}
      </Button>
      <CopyButton
        text={() => `${window.location.origin}${path}?${saved.search}`}
        label={t('views.copyLink')}
      />
      {saved.own && (
        <>
          <Button
            variant="quiet"
            onClick={() => void attempt(() => change(saved.id, { shared: !saved.shared }))}
          >
            {t(saved.shared ? 'views.unshare' : 'views.shareThis')}
          </Button>
          <Button variant="danger" onClick={() => void attempt(() => remove(saved.id), removed)}>
            {t('delete')}
          </Button>
          <Form<{ name: string }>
            label={t('views.rename')}
            layout="line"
            initial={{ name: saved.name }}
            failed={t('views.failed')}
            send={({ name }) => change(saved.id, { name: name.trim() })}
          >
            <TextItem name="name" label={t('views.newName')} required maxLength={80} />
            <Button type="submit">{t('views.rename')}</Button>
          </Form>
        </>
      )}
    </>
  )
}
