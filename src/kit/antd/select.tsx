import { Select } from 'antd'
import { NoFormStyle } from 'antd/es/form/context'
import type { SelectOption, SelectValue } from '../select.tsx'
import { Antd, popupContainer } from './provider.tsx'

/** Up to this many options are found at a glance: where typing opens a keyboard on the screen, it is left out. */
const fewOptions = 8

/** From this many options on, only the visible ones are rendered, which needs a fixed width. */
const manyOptions = 100
const manyOptionsWidth = 320

const isTouch = () => matchMedia('(pointer: coarse)').matches

interface SelectBoxProps<Value extends SelectValue> {
  id: string
  value: Value | undefined
  options: readonly SelectOption<Value>[]
  onChange: (value: Value) => void
  disabled: boolean
  isInvalid: boolean
  describedBy: string | undefined
  isQuiet: boolean
  /** Replaces a focused or opened stand-in. */
  startWith: 'closed' | 'focused' | 'open'
}

/** antd's Select, with search by label. */
export function SelectBox<Value extends SelectValue>({
  id,
  value,
  options,
  onChange,
  disabled,
  isInvalid,
  describedBy,
  isQuiet,
  startWith,
}: SelectBoxProps<Value>) {
  return (
    <Antd>
      {/* A field of antd's form may hold several selects; its error is not that of each. */}
      <NoFormStyle override status>
        <Select<Value, { value: Value; label: string }>
          id={id}
          value={value ?? null}
          options={[...options]}
          onChange={onChange}
          disabled={disabled}
          showSearch={!isTouch() || options.length > fewOptions}
          optionFilterProp="label"
          optionRender={({ label, value }) => (
            <span lang={options.find(option => option.value === value)?.lang}>{label}</span>
          )}
          {...(isInvalid && { status: 'error' as const, 'aria-invalid': true })}
          {...(describedBy && { 'aria-describedby': describedBy })}
          variant={isQuiet ? 'borderless' : 'outlined'}
          autoFocus={startWith !== 'closed'}
          defaultOpen={startWith === 'open'}
          popupMatchSelectWidth={options.length < manyOptions ? false : manyOptionsWidth}
          getPopupContainer={popupContainer}
          style={{ width: '100%' }}
        />
      </NoFormStyle>
    </Antd>
  )
}
