import BugOutlined from '@ant-design/icons/BugOutlined'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { Button } from '#kit/button.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { PageTitle } from '#kit/page.tsx'

/** Error screen. The id also appears in the browser console. */
export function Failed() {
  const { t } = useTranslation()
  const error = useRouteError()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error has an id of its own
  const id = useMemo(() => Math.random().toString(16).slice(2, 10), [error])
  useEffect(() => console.error(`${id}:`, error), [id, error])
  return (
    <>
      <PageTitle>{t('failed.title')}</PageTitle>
      <EmptyState
        level={1}
        tone="bad"
        icon={<BugOutlined />}
        title={t('failed.title')}
        role="alert"
        actions={<Button onClick={() => window.location.reload()}>{t('failed.retry')}</Button>}
      >
        <p>{t('failed.text')}</p>
        <p>
          {t('failed.id')}: <code>{id}</code>
        </p>
      </EmptyState>
    </>
  )
}
