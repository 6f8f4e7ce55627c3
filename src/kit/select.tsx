import DownOutlined from '@ant-design/icons/DownOutlined'
import { type KeyboardEvent, useId, useState, useSyncExternalStore } from 'react'
import { antd, prefetchAntd } from './lazy-antd.ts'
import styles from './select.module.css'

export type SelectValue = string | number

export interface SelectOption<Value extends SelectValue = string> {
  value: Value
  label: string
  /** Language of the label, where it is not that of the screen. */
  lang?: string
}

export interface SelectProps<Value extends SelectValue> {
  options: readonly SelectOption<Value>[]
  /** Selected value; without it, the component keeps its own, beginning with `defaultValue`. */
  value?: Value | undefined
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** Name in the form's data. */
  name?: string
  id?: string
  /** Accessible name, where there is no visible label. */
  label?: string
  disabled?: boolean
  isInvalid?: boolean
  describedBy?: string | undefined
  /** Without a border. */
  isQuiet?: boolean
}

/**
 * A select by antd, which is loaded when the screen is idle or the select is reached. Until then a button of the same
 * size stands in its place.
 */
export function Select<Value extends SelectValue>({
  options,
  value: controlled,
  defaultValue,
  onChange,
  name,
  id: givenId,
  label,
  disabled = false,
  isInvalid = false,
  describedBy,
  isQuiet = false,
}: SelectProps<Value>) {
  const ownId = useId()
  const id = givenId ?? ownId
  const [own, setOwn] = useState(defaultValue)
  const value = controlled ?? own
  const [isWanted, setWanted] = useState(false)
  const { SelectBox } = useSyncExternalStore(antd.subscribe, antd.loaded) ?? {}

  function open(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    want()
  }

  function want() {
    setWanted(true)
    prefetchAntd()
  }

  const startWith = isWanted ? 'open' : document.activeElement?.id === id ? 'focused' : 'closed'
  return (
    <>
      {label && (
        <label htmlFor={id} className="spoken">
          {label}
        </label>
      )}
      {SelectBox ? (
        <SelectBox
          id={id}
          value={value}
          options={options}
          onChange={chosen => {
            setOwn(chosen)
            onChange?.(chosen)
          }}
          disabled={disabled}
          isInvalid={isInvalid}
          describedBy={describedBy}
          isQuiet={isQuiet}
          startWith={startWith}
        />
      ) : (
        <button
          id={id}
          type="button"
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          className={isQuiet ? `${styles.standIn} ${styles.quiet}` : styles.standIn}
          disabled={disabled}
          onPointerEnter={prefetchAntd}
          onFocus={prefetchAntd}
          onClick={want}
          onKeyDown={open}
        >
          <span>{options.find(option => option.value === value)?.label}</span>
          <DownOutlined aria-hidden />
        </button>
      )}
      {name && <input type="hidden" name={name} value={value} />}
    </>
  )
}
