import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activityLogs } from '#contract/platform/activity-logs.ts'
import { Button } from '../button.tsx'
import { useMay } from '../resource/may.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** Offers the proof of the activity log to those who may ask for it. */
export function ProofButton() {
  const { t } = useTranslation('kit')
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may(activityLogs.verify)) return null
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} onClick={() => setOpen(true)}>
        {t('proof.open')}
      </Button>
      {open && <ProofDialog close={() => setOpen(false)} />}
    </>
  )
}
