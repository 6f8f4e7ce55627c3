import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ariaKeys, shortcuts, useKeys } from '../../shortcuts.ts'
import styles from './filter-bar.module.css'

/** How long after the last key the search begins, in milliseconds. */
const pause = 300

interface SearchBoxProps {
  value: string
  /** Says what is looked into. */
  label: string
  search: (text: string) => void
}

/** A search that begins by itself once typing pauses, and follows the address when that changes. */
export function SearchBox({ value, label, search }: SearchBoxProps) {
  const { t } = useTranslation('kit')
  const [text, setText] = useState(value)
  const [followed, setFollowed] = useState(value)
  const latest = useRef(search)
  latest.current = search
  const input = useRef<HTMLInputElement>(null)
  useKeys({ [shortcuts.search.keys[0]]: () => input.current?.focus() })
  if (value !== followed) {
    setFollowed(value)
    // What is typed on after the search began is kept.
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => {
    const wish = text.trim()
    if (wish === followed) return
    const due = setTimeout(() => latest.current(wish), pause)
    return () => clearTimeout(due)
  }, [text, followed])
  return (
    <label className={styles.search}>
      <SearchOutlined aria-hidden />
      <input
        ref={input}
        type="search"
        aria-keyshortcuts={ariaKeys('search')}
        value={text}
        maxLength={200}
        aria-label={label}
        title={label}
        placeholder={t('list.search')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') search(text.trim())
        }}
      />
    </label>
  )
}
