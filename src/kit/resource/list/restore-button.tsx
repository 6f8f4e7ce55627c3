import UndoOutlined from '@ant-design/icons/UndoOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { nameIn } from '../reference.tsx'
import type { Resource, Row } from '../resource.ts'
import { usePutBack } from '../use-put-back.ts'

/** Puts a removed record back from its row. */
export function RestoreButton({ of, row }: { of: Resource; row: Row }) {
  const { t } = useTranslation('kit')
  const putBack = usePutBack(of)
  const [pending, setPending] = useState(false)
  return (
    <Button
      icon={<UndoOutlined />}
      pending={pending}
      aria-label={t('restore.named', { name: nameIn(of, row) })}
      onClick={async () => {
        setPending(true)
        await putBack(row)
        setPending(false)
      }}
    >
      {t('restore.act')}
    </Button>
  )
}
