import StarFilled from '@ant-design/icons/StarFilled'
import StarOutlined from '@ant-design/icons/StarOutlined'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { Popover } from '../../popover.tsx'
import menu from '../menu.module.css'
import type { Resource } from '../resource.ts'
import { decodeView, encodeView, type View } from '../view.ts'
import { SaveView } from './save-view.tsx'
import { SavedViewItem } from './saved-view-item.tsx'
import type { ListSettings } from './use-list-settings.ts'

interface ViewsMenuProps {
  of: Resource
  view: View
  settings: ListSettings
}

/** The saved views of a list: to open, and, of the person's own, to rename, share, open with and delete. */
export function ViewsMenu({ of, view, settings }: ViewsMenuProps) {
  const { t } = useTranslation('kit')
  // A view is kept from its first page on.
  const search = encodeView({ ...view, page: 1, after: null }, of).toString()
  /** What a saved search stands for today, so that two ways to write the same view are the same. */
  const today = (search: string) => encodeView(decodeView(new URLSearchParams(search), of), of).toString()
  const open = settings.views.find(saved => today(saved.search) === search)
  const label = open ? t('views.open', { name: open.name }) : t('views.title')
  return (
    <Popover
      label={t('views.title')}
      trigger={props => (
        <Button
          {...props}
          look="quiet"
          icon={open ? <StarFilled /> : <StarOutlined />}
          aria-label={label}
          title={label}
        />
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
