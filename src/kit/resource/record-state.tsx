import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import FileUnknownOutlined from '@ant-design/icons/FileUnknownOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { PageTitle } from '../page.tsx'
import { Skeleton } from '../skeleton.tsx'
import { useLabels } from './labels.ts'
import type { Resource, Row } from './resource.ts'
import { type RequestError, useRow } from './rows.ts'

interface RecordStateProps {
  of: Resource
  id: string
  /** Set where it is part of a screen with its own title. */
  inside?: true
  /** Link back; by default to the list. */
  back?: ReactNode
  children: (row: Row, query: UseQueryResult<unknown, RequestError>) => ReactNode
}

/** Whether a record does not exist, or not for this user. */
export const isGoneError = (error: RequestError | null) =>
  error !== null && [404, 422].includes(error.statusCode)

/** A record, or its loading, not-found or error state. */
export function RecordState({ of, id, inside, back, children }: RecordStateProps) {
  const { t } = useTranslation(['kit', 'common'])
  const labels = useLabels(of.name)
  const query = useRow(of, id)
  if (query.data) return children(query.data.data, query)
  const level = inside ? 2 : 1
  const way = back ?? <ButtonLink to={of.path}>{t('show.back')}</ButtonLink>
  const state = !query.error ? (
    <Skeleton rows={6} />
  ) : isGoneError(query.error) ? (
    <EmptyState level={level} icon={<FileUnknownOutlined />} title={t('show.gone')} actions={way}>
      {t('show.goneHint')}
    </EmptyState>
  ) : (
    <EmptyState
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
    </EmptyState>
  )
  if (inside) return state
  return (
    <>
      <PageTitle>{labels.text('one')}</PageTitle>
      {state}
    </>
  )
}
