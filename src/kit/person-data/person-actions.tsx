import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { privacy } from '#contract/people/privacy.ts'
import { Panel } from '../analytics/panel.tsx'
import { Button } from '../button.tsx'
import { call, errorDetail } from '../call.ts'
import { useCanCall, useCurrentUser } from '../current-user.ts'
import { FormDialog } from '../dialog.tsx'
import { download } from '../download.ts'
import { TextItem } from '../form.tsx'
import { ResetSecondFactor } from '../identity/reset-second-factor.tsx'
import { badge } from '../resource/badge.tsx'
import { ago } from '../resource/field-views.tsx'
import type { Row } from '../resource/resource.ts'
import { toast } from '../toasts.ts'
import styles from './person-actions.module.css'

/** What can be done with a person's data: download, and erase. Apart from deletion, which can be undone. */
function PersonData({ row, list }: { row: Row; list: string }) {
  const { t } = useTranslation('privacy')
  const may = useCanCall()
  const me = useCurrentUser()
  const name = String(row.name)
  const mayErase = may(privacy.erase) && row.user_id !== me.user_id
  if (!may(privacy.package) && !mayErase) return null
  return (
    <Panel title={t('section.title')} lead={t('section.lead')}>
      <div className={styles.actions}>
        {may(privacy.package) && <ExportDataButton id={row.id} name={name} />}
        {mayErase && <EraseButton id={row.id} name={name} list={list} />}
      </div>
    </Panel>
  )
}

/**
 * Account and data of a person on their screen.
 * @param list path of the list
 */
export const personParts = (list: string) => ({
  actions: (row: Row) => <ResetSecondFactor of={{ id: row.id, name: String(row.name) }} />,
  below: (row: Row) => <PersonData row={row} list={list} />,
})

interface PackageButtonProps {
  /** Omitted for the user's own data. */
  id?: string
  name: string
}

const unseen = () => {}

/** Downloads all data held about a person. */
export function ExportDataButton({ id, name }: PackageButtonProps) {
  const { t } = useTranslation('privacy')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      id === undefined
        ? download(privacy.ownPackage, {}, `${name}.json`, unseen)
        : download(privacy.package, { params: { id } }, `${name}.json`, unseen),
    onSuccess: () => toast({ tone: 'good', text: t('package.done', { name }) }),
    onError: error =>
      toast({
        tone: 'bad',
        text: t('package.failed'),
        detail: errorDetail(error),
      }),
  })
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      {t('package.get')}
    </Button>
  )
}

interface EraseButtonProps {
  id: string
  name: string
  /** Path of the list the person was in. */
  list: string
}

/** Permanently erases a person, after their name has been typed. */
export function EraseButton({ id, name, list }: EraseButtonProps) {
  const { t } = useTranslation('privacy')
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  async function erase(typed: string) {
    await call(privacy.erase, { params: { id }, body: { name: typed } })
    toast({ tone: 'good', text: t('erase.done', { name }) })
    // The record on screen no longer exists; everything else refetches when it is shown.
    await queries.invalidateQueries({ refetchType: 'none' })
    await navigate(list, { replace: true })
  }
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('erase.ask')}
      </Button>
      {asking && (
        <FormDialog<{ name?: string }>
          title={t('erase.title', { name })}
          submitLabel={t('erase.do')}
          variant="danger"
          failed={t('erase.failed', { name })}
          check={({ name: typed = '' }) => ({ name: typed.trim() !== name && t('erase.mismatch') })}
          send={({ name: typed = '' }) => erase(typed)}
          onClose={() => setAsking(false)}
        >
          <p>{t('erase.text')}</p>
          <TextItem label={t('erase.name')} hint={t('erase.hint', { name })} name="name" autoFocus />
        </FormDialog>
      )}
    </>
  )
}

/** Field views shared by all lists of people. */
export const personFields = {
  user_id: { exact: true as const },
  status: badge({ active: 'green', invited: 'blue', suspended: 'red' }),
  last_login: ago,
}
