import HistoryOutlined from '@ant-design/icons/HistoryOutlined'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { ActionItem } from '../action-menu.tsx'

const AsOfDialog = lazy(() => import('./as-of-dialog.tsx'))

interface ViewAsOfProps {
  /** A tool of a list, an item of a record's menu, or a button with its text. */
  as: 'button' | 'item' | 'labelled'
  choose: (instant: string) => void
}

/** Leads to the past. */
export function ViewAsOf({ as, choose }: ViewAsOfProps) {
  const { t } = useTranslation('kit')
  const [isAsking, setAsking] = useState(false)
  const ask = () => setAsking(true)
  return (
    <>
      {as === 'item' ? (
        <ActionItem onSelect={ask}>{t('past.view')}</ActionItem>
      ) : (
        <Button
          variant="quiet"
          icon={<HistoryOutlined />}
          {...(as === 'button' && { 'aria-label': t('past.view'), title: t('past.view') })}
          onClick={ask}
        >
          {as === 'labelled' && t('past.view')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <AsOfDialog title={t('past.title')} asOf={null} choose={choose} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
