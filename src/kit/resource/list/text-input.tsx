import { useState } from 'react'
import styles from '../menu.module.css'

interface TextInputProps {
  label: string
  text: string
  change: (text: string) => void
}

/** A line of text that stays as it is typed, whatever is made of it. */
export function TextInput({ label, text, change }: TextInputProps) {
  const [typed, setTyped] = useState(text)
  return (
    <label className={styles.caption}>
      {label}
      <input
        className={styles.input}
        value={typed}
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value)
          change(target.value)
        }}
      />
    </label>
  )
}
