import { type ReactElement, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { forms, useLazyModule } from './lazy-antd.ts'
import type { PasswordInputProps } from './password-input.tsx'
import type { SelectOption, SelectValue } from './select.tsx'
import { toast } from './toasts.ts'

/** Values of a form by the names of its fields. */
export type FormValues = Record<string, unknown>

export interface FormProps<Values extends FormValues> {
  /** Accessible name. */
  label?: string | undefined
  /** Values at first; a field without one is empty. */
  initial?: Partial<Values> | undefined
  /** Values that have been loaded meanwhile, which replace those of their fields. */
  loaded?: Partial<Values> | undefined
  /** What is wrong beyond the rules of the fields, by field. */
  check?: (values: Values) => { [name in keyof Values]?: string | undefined | false }
  /** Called with all values whenever one changes. */
  onChange?: (values: Values) => void
  /** Values that follow from one that has just been changed. */
  derive?: (changed: Partial<Values>) => Partial<Values>
  /** The form's names of what the server names differently. */
  names?: Readonly<Record<string, keyof Values & string>>
  /** Shown when the server gives no explanation. */
  failed: string
  /**
   * Sends the values. A refusal that names fields is shown at these; the first gets the focus.
   * @throws when the server refuses
   */
  send: (values: Values) => Promise<unknown>
  /** Fields side by side where they fit, in one line with the button, or below each other. */
  layout?: 'columns' | 'line' | 'stack'
  /** The fields, and the submit button unless it is elsewhere; `pending` while the values are sent. */
  children: ReactNode | ((pending: boolean) => ReactNode)
}

/** The form and its fields by antd, or undefined while they are loading. */
export function useForms(onFailure?: () => void) {
  const { t } = useTranslation()
  return useLazyModule(forms, () => {
    toast({ tone: 'bad', text: t('networkError') })
    onFailure?.()
  })
}

/** A form by antd, which is loaded when it is first used. */
export function Form<Values extends FormValues>({ id, ...props }: FormProps<Values> & { id?: string }) {
  const ownId = useId()
  const { CallForm } = useForms() ?? {}
  return CallForm && <CallForm id={id ?? ownId} {...props} />
}

interface ItemProps {
  name: string
  label?: ReactNode
  /** Help text, announced with the field. */
  hint?: string | undefined
}

/** Whether the field must be filled in, or what to say if it is not. */
type Required = boolean | string

export interface TextItemProps extends ItemProps {
  required?: Required
  onChange?: (text: string) => void
  type?: 'text' | 'email' | 'tel' | 'number' | 'search'
  /** Changes what is typed. */
  normalize?: (text: string) => string
  inputMode?: 'decimal' | 'numeric' | 'url'
  autoComplete?: string
  autoCapitalize?: string
  autoFocus?: boolean
  maxLength?: number
  readOnly?: boolean
  spellCheck?: boolean
}

export interface PasswordItemProps
  extends ItemProps,
    Omit<PasswordInputProps, 'id' | 'name' | 'value' | 'onChange' | 'required'> {
  required?: Required
}

export interface SelectItemProps<Value extends SelectValue> extends ItemProps {
  options: readonly SelectOption<Value>[]
  /** Value at first, where the form does not know it. */
  initial?: Value | undefined
  onChange?: (value: Value) => void
}

export interface ChoiceItemProps<Value extends SelectValue> extends ItemProps {
  options: readonly SelectOption<Value>[]
  /** Puts the focus on what is chosen. */
  autoFocus?: boolean
}

export type CheckItemProps = ItemProps

export interface InputItemProps extends ItemProps {
  /** An input that takes `id`, `value` and `onChange`. */
  children: ReactElement
}

export interface SuggestItemProps extends ItemProps {
  required?: Required
  options: readonly { value: string; label: string }[]
  onSearch: (text: string) => void
}

/** The fields, which are rendered within a form only: it has loaded them. */
const loaded = () => {
  const module = forms.loaded()
  if (!module) throw new Error('A field needs a form around it')
  return module
}

/** A line of text. */
export function TextItem(props: TextItemProps) {
  const { TextItem: Item } = loaded()
  return <Item {...props} />
}

/** A password with a button that shows it. */
export function PasswordItem(props: PasswordItemProps) {
  const { PasswordItem: Item } = loaded()
  return <Item {...props} />
}

/** A choice among options. */
export function SelectItem<Value extends SelectValue>(props: SelectItemProps<Value>) {
  const { SelectItem: Item } = loaded()
  return <Item {...props} />
}

/** A choice among options that are all shown. */
export function ChoiceItem<Value extends SelectValue>(props: ChoiceItemProps<Value>) {
  const { ChoiceItem: Item } = loaded()
  return <Item {...props} />
}

/** A checkbox; the label may contain links. */
export function CheckItem(props: CheckItemProps) {
  const { CheckItem: Item } = loaded()
  return <Item {...props} />
}

/** An input of one's own. */
export function InputItem(props: InputItemProps) {
  const { InputItem: Item } = loaded()
  return <Item {...props} />
}

/** A line of text with suggestions. */
export function SuggestItem(props: SuggestItemProps) {
  const { SuggestItem: Item } = loaded()
  return <Item {...props} />
}
