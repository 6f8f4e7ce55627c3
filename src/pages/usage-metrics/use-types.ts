import { useTranslation } from 'react-i18next'

/** What types of device events are called; one that has no name goes by its own. */
export function useTypes() {
  const { t } = useTranslation('events')
  return (type: string) => t(`types.${type as 'button'}`, { defaultValue: type })
}
