import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { reasonOf } from '../../call.ts'
import { say } from '../../toasts.ts'
import menu from '../menu.module.css'
import type { ListSettings } from './use-list-settings.ts'

interface SaveViewProps {
  search: string
  save: ListSettings['save']
  close: () => void
}

/** Keeps the view that is open by a name; a name that is in use is given to this view. */
export function SaveView({ search, save, close }: SaveViewProps) {
  const { t } = useTranslation('kit')
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    try {
      await save({ name: name.trim(), search, shared })
      say({ tone: 'good', text: t('views.saved', { name: name.trim() }) })
      close()
    } catch (error) {
      say({ tone: 'bad', text: t('views.failed'), detail: reasonOf(error) })
      setPending(false)
    }
  }

  return (
    <form className={`${menu.form} ${menu.apart}`} onSubmit={event => void submit(event)}>
      <label className={menu.caption}>
        {t('views.name')}
        <input
          className={menu.input}
          value={name}
          required
          maxLength={80}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label className={menu.option}>
        <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />
        {t('views.share')}
      </label>
      <div className={menu.foot}>
        <Button look="main" type="submit" pending={pending}>
          {t('views.save')}
        </Button>
      </div>
    </form>
  )
}
