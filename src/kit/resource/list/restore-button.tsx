import UndoOutlined from '@ant-design/icons/UndoOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { recordName } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { useRestoreRecord } from '../rows.ts'

/** Restores a deleted record from its row. */
export function RestoreButton({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation('kit')
  const restoreRecord = useRestoreRecord(of)
  const [pending, setPending] = useState(false)
  return (
    <Button
      icon={<UndoOutlined />}
      pending={pending}
      aria-label={t('restore.named', { name: recordName(of, row) })}
      onClick={async () => {
        setPending(true)
        await restoreRecord(row)
        setPending(false)
      }}
    >
      {t('restore.act')}
    </Button>
  )
}
