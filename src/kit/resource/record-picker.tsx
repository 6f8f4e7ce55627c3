import DownOutlined from '@ant-design/icons/DownOutlined'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Popover } from '../popover.tsx'
import menu from './menu.module.css'
import styles from './record-picker.module.css'
import { RecordDetails, useRecordName, useReferenceSearch } from './reference.tsx'

interface RecordPickerProps {
  resource: string
  /** The selected record's id; undefined for all. */
  picked: string | undefined
  onPick: (picked: string | undefined) => void
  texts: {
    choose: string
    find: string
    all: string
    /** Shown if the name is unknown. */
    one: string
    none: string
  }
}

/** Selects which record a screen is about, by name, or all of them. */
export function RecordPicker({ resource, picked, onPick, texts }: RecordPickerProps) {
  const { name } = useRecordName(resource, picked)
  return (
    <Popover
      label={texts.choose}
      trigger={props => (
        <Button {...props}>
          {picked === undefined ? texts.all : (name ?? texts.one)}
          <DownOutlined aria-hidden />
        </Button>
      )}
    >
      {close => (
        <Found
          resource={resource}
          texts={texts}
          onPick={id => {
            onPick(id)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function Found({ resource, texts, onPick }: Omit<RecordPickerProps, 'picked'>) {
  const [text, setText] = useState('')
  const { options, loading } = useReferenceSearch(resource, text)
  return (
    <div className={styles.records}>
      <input
        type="search"
        className={menu.input}
        aria-label={texts.find}
        placeholder={texts.find}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && options[0]) onPick(options[0].value)
        }}
      />
      <ul aria-busy={loading}>
        <li>
          <button type="button" className={menu.option} onClick={() => onPick(undefined)}>
            {texts.all}
          </button>
        </li>
        {options.map(({ value, label, details, organization }) => (
          <li key={value}>
            <button type="button" className={menu.option} onClick={() => onPick(value)}>
              <span>
                {label}
                <RecordDetails details={details} organization={organization} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {options.length === 0 && !loading && (
        <p className={menu.quiet} role="status">
          {texts.none}
        </p>
      )}
    </div>
  )
}
