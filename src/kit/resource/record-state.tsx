import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import FileUnknownOutlined from '@ant-design/icons/FileUnknownOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { PageTitle } from '../page-title.tsx'
import { Skeleton } from '../skeleton.tsx'
import { useLabels } from './labels.ts'
import type { Resource, Row } from './resource.ts'
import { type Failure, useRow } from './rows.ts'

interface RecordStateProps {
  of: Resource
  id: string
  /** Set where it is a part of a screen that has a title. */
  inside?: true
  /** Where to turn from there: the list if left out. */
  back?: ReactNode
  children: (row: Row, query: UseQueryResult<unknown, Failure>) => ReactNode
}

/** A record, or why it is not there: on its way, gone, or failed with a retry. */
export function RecordState({ of, id, inside, back, children }: RecordStateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const query = useRow(of, id)
  if (query.data) return children(query.data.data, query)
  const level = inside ? 2 : 1
  const way = back ?? <ButtonLink to={of.path}>{t('show.back')}</ButtonLink>
  const state = !query.error ? (
    <Skeleton rows={6} />
  ) : query.error.statusCode === 404 || query.error.statusCode === 422 ? (
    <Notice level={level} icon={<FileUnknownOutlined />} title={t('show.gone')} actions={way}>
      {t('show.goneHint')}
    </Notice>
  ) : (
    <Notice
      level={level}
      tone="bad"
      icon={<ExclamationCircleOutlined />}
      title={t('show.failed')}
      role="alert"
      actions={
        <>
          {way}
          <Button pending={query.isFetching} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        </>
      }
    >
      {query.error.message || t('common:networkError')}
    </Notice>
  )
  if (inside) return state
  return (
    <>
      <PageTitle>{labels.text('one')}</PageTitle>
      {state}
    </>
  )
}
