import { DateInput } from '../date-input.tsx'

interface InstantInputProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

const ignore = () => {}

/** A date with a time, as an input of a form. */
export const InstantInput = ({ id = '', value = '', onChange = ignore }: InstantInputProps) => (
  <DateInput id={id} kind="instant" value={value} onChange={onChange} height={40} />
)
