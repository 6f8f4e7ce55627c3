import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../notice.tsx'

/** Said where nothing was removed, which is not that there is nothing. */
export function RemovedEmpty() {
  const { t } = useTranslation('kit')
  return (
    <Notice icon={<DeleteOutlined />} title={t('restore.empty')} role="status">
      {t('restore.emptyHint')}
    </Notice>
  )
}
