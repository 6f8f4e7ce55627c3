import DownOutlined from '@ant-design/icons/DownOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { Popover } from '#kit/popover.tsx'
import { useName } from '#kit/resource/reference.tsx'
import { useFound } from '#kit/resource/reference-search.ts'
import styles from './person-picker.module.css'

interface PersonPickerProps {
  person: string | undefined
  onPick: (person: string | undefined) => void
}

/** Whom the screen is about: one of the elderly people within reach, found by name, or all of them. */
export function PersonPicker({ person, onPick }: PersonPickerProps) {
  const { t } = useTranslation('emergency')
  const { name } = useName('elderly', person)
  return (
    <Popover
      label={t('person.choose')}
      trigger={props => (
        <Button {...props}>
          {person === undefined ? t('person.everybody') : (name ?? t('person.one'))}
          <DownOutlined aria-hidden />
        </Button>
      )}
    >
      {close => (
        <People
          onPick={picked => {
            onPick(picked)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function People({ onPick }: Pick<PersonPickerProps, 'onPick'>) {
  const { t } = useTranslation('emergency')
  const [text, setText] = useState('')
  const { options, loading } = useFound('elderly', text)
  return (
    <div className={styles.people}>
      <input
        type="search"
        className={styles.search}
        aria-label={t('person.find')}
        placeholder={t('person.find')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && options[0]) onPick(options[0].value)
        }}
      />
      <ul aria-busy={loading}>
        <li>
          <button type="button" onClick={() => onPick(undefined)}>
            {t('person.everybody')}
          </button>
        </li>
        {options.map(({ value, label }) => (
          <li key={value}>
            <button type="button" onClick={() => onPick(value)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
      {options.length === 0 && !loading && <p role="status">{t('person.nobody')}</p>}
    </div>
  )
}
