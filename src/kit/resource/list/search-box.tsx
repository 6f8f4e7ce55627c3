import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatestLocation } from '../../address.ts'
import { ariaKeys, shortcuts, useShortcuts } from '../../shortcuts.ts'
import styles from './filter-bar.module.css'

/** Milliseconds without typing before the search starts. */
const debounceMs = 300

interface SearchBoxProps {
  value: string
  /** Which fields are searched. */
  label: string
  search: (text: string) => void
}

/** Search input, debounced, that follows the URL. */
export function SearchBox({ value, label, search }: SearchBoxProps) {
  const { t } = useTranslation('kit')
  const [text, setText] = useState(value)
  const [followed, setFollowed] = useState(value)
  const latest = useRef(search)
  latest.current = search
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({ [shortcuts.search.keys[0]]: () => input.current?.focus() })
  if (value !== followed) {
    setFollowed(value)
    // Keep what was typed since the search started.
    if (value !== text.trim()) setText(value)
  }
  const latestLocation = useLatestLocation()
  useEffect(() => {
    const query = text.trim()
    if (query === followed) return
    const timer = setTimeout(() => {
      // A search that is still waiting when the user opens a record must not bring them back.
      if (latestLocation({ isAutomatic: true })) latest.current(query)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, followed, latestLocation])
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
