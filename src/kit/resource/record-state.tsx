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
  children: (row: Row, query: UseQueryResult<unknown, Failure>) => ReactNode
}

/** A record, or why it is not there: on its way, gone, or failed with a retry. */
export function RecordState({ of, id, children }: RecordStateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const query = useRow(of, id)
  if (query.data) return children(query.data.data, query)
  const back = <ButtonLink to={of.path}>{t('show.back')}</ButtonLink>
  return (
    <>
      <PageTitle>{labels.text('one')}</PageTitle>
      {!query.error ? (
        <Skeleton rows={6} />
      ) : query.error.statusCode === 404 || query.error.statusCode === 422 ? (
        <Notice level={1} icon={<FileUnknownOutlined />} title={t('show.gone')} actions={back}>
          {t('show.goneHint')}
        </Notice>
      ) : (
        <Notice
          level={1}
          tone="bad"
          icon={<ExclamationCircleOutlined />}
          title={t('show.failed')}
          role="alert"
          actions={
            <>
              {back}
              <Button pending={query.isFetching} onClick={() => void query.refetch()}>
                {t('common:retry')}
              </Button>
            </>
          }
        >
          {query.error.message || t('common:networkError')}
        </Notice>
      )}
    </>
  )
}
