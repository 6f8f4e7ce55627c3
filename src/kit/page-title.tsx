import { useTranslation } from 'react-i18next'

/** The tab's title; React moves it into the page's head. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation()
  return <title>{`${children} · ${t('product')}`}</title>
}
