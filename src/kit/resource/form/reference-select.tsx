import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortId, useName } from '../reference.tsx'
import { useFound } from '../reference-search.ts'

interface ReferenceSelectProps {
  resource: string
  required: boolean
  id?: string
  value: string | undefined
  onChange?: (id: string | undefined) => void
}

/** Chooses a record of another resource by its name, found by typing. */
export function ReferenceSelect({ resource, required, value, ...bound }: ReferenceSelectProps) {
  const { t } = useTranslation('kit')
  const [text, setText] = useState('')
  const { options, loading } = useFound(resource, text)
  const { name, isLoading } = useName(resource, value)
  // The chosen record is named even where the search does not find it.
  const found = value === undefined || text !== '' || options.some(option => option.value === value)
  const chosen = { value: value ?? '', label: name ?? (isLoading ? '' : shortId(value ?? '')) }
  return (
    <Select
      {...bound}
      value={value}
      allowClear={!required}
      showSearch
      filterOption={false}
      onSearch={setText}
      loading={loading}
      placeholder={t('form.type')}
      notFoundContent={loading ? null : t('filter.nothing')}
      options={found ? [...options] : [chosen, ...options]}
    />
  )
}
