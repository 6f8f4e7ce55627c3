import LinkOutlined from '@ant-design/icons/LinkOutlined'
import { useTranslation } from 'react-i18next'
import { useHref, useLocation } from 'react-router'
import { CopyButton } from '../../copy-button.tsx'
import type { Resource } from '../resource.ts'
import { encodeView, type View } from '../view.ts'

/** Copies a link that shows anyone who may see it the very same view, columns included. */
export function CopyView({ of, view }: { of: Resource; view: View }) {
  const { t } = useTranslation('kit')
  const path = useHref(useLocation().pathname)
  return (
    <CopyButton
      text={() => `${window.location.origin}${path}?${encodeView(view, of)}`}
      label={t('list.copyLink')}
      icon={<LinkOutlined />}
    />
  )
}
