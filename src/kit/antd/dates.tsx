import { NoFormStyle } from 'antd/es/form/context'
import dayjs, { type Dayjs } from 'dayjs'
import { type KeyboardEvent, use, useDeferredValue, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { useCurrentUser } from '../current-user.ts'
import type { DateInputProps, DaysInputProps, StartWith } from '../date-input.tsx'
import { useLocale } from '../format.ts'
import styles from './dates.module.css'
import { nowIn, pickersOf } from './pickers.ts'
import { Antd, popupContainer } from './provider.tsx'

const calendars: Record<Language, () => Promise<unknown>> = {
  en: async () => {},
  es: () => import('dayjs/locale/es'),
  fr: () => import('dayjs/locale/fr'),
  de: () => import('dayjs/locale/de'),
  ja: () => import('dayjs/locale/ja'),
  ar: () => import('dayjs/locale/ar'),
}

const loading = new Map<string, Promise<unknown>>()
const loaded = new Set<string>()

/** Loads the names of months and days of a language. */
export function loadCalendar(language: string): Promise<unknown> {
  const known = loading.get(language)
  if (known) return known
  const load = calendars[language.split('-')[0] as Language] ?? calendars.en
  const calendar = load().then(() => loaded.add(language))
  loading.set(language, calendar)
  return calendar
}

/** The pickers for the reader. Suspends on the first language only; later ones replace it once loaded. */
function usePickers(zone: string) {
  const language = useDeferredValue(useTranslation().i18n.language)
  if (!loaded.has(language)) use(loadCalendar(language))
  return pickersOf(zone, useLocale())
}

/** Formats of values, and of what is shown and typed: the same in every language, so that no date is ambiguous. */
const formats = {
  day: { value: 'YYYY-MM-DD', shown: 'YYYY-MM-DD' },
  instant: { value: 'YYYY-MM-DDTHH:mm', shown: 'YYYY-MM-DD HH:mm' },
  time: { value: 'HH:mm', shown: 'HH:mm' },
} as const

const parse = (value: string | undefined, format: string): Dayjs | null => {
  const date = value ? dayjs(value, format, true) : null
  return date?.isValid() ? date : null
}

/**
 * Whether the calendar is open, kept here because the picker is replaced when the language arrives. Escape closes an
 * open calendar alone, not what contains it.
 */
function useOpen(startWith: StartWith, Picker: object, firstId: string, lastId = firstId) {
  const [isOpen, setOpen] = useState(startWith === 'open')
  // A picker that was replaced, or hidden while texts were loading, has lost the focus.
  useLayoutEffect(() => {
    const focused = document.activeElement?.id
    if (isOpen && Picker && focused !== firstId && focused !== lastId)
      document.getElementById(firstId)?.focus()
  }, [isOpen, Picker, firstId, lastId])
  return {
    open: isOpen,
    autoFocus: isOpen || startWith === 'focused',
    onOpenChange: setOpen,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isOpen) event.stopPropagation()
    },
  }
}

interface Started {
  startWith: StartWith
}

export function DateBox({
  id,
  kind,
  value,
  onChange,
  min,
  max,
  disabled = false,
  isInvalid = false,
  describedBy,
  startWith,
}: DateInputProps & Started) {
  const { value: format, shown } = formats[kind]
  const Picker = usePickers(useCurrentUser().time_zone)
  const opening = useOpen(startWith, Picker, id)
  const current = parse(value, format)
  const change = (date: Dayjs | null | undefined) => onChange(date?.format(format) ?? '')
  const shared = {
    id,
    value: current,
    onChange: change,
    // While it is typed, not once the field is left.
    onCalendarChange: (dates: Dayjs | Dayjs[] | null) => {
      const date = Array.isArray(dates) ? dates[0] : dates
      change(date)
      // The hour comes first. Once its minute is chosen, the list would cover what follows the field.
      if (kind === 'time' && date && current?.hour() === date.hour()) opening.onOpenChange(false)
    },
    format: shown,
    placeholder: shown,
    disabled,
    needConfirm: false,
    showNow: false,
    getPopupContainer: popupContainer,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    ...(isInvalid && { status: 'error' as const }),
    style: { width: '100%' },
    ...opening,
  }
  return (
    <Antd>
      <NoFormStyle override status>
        {kind === 'time' ? (
          <Picker.TimePicker {...shared} />
        ) : (
          <Picker
            {...shared}
            {...(kind === 'instant' && { showTime: { format: 'HH:mm' } })}
            {...(min && { minDate: dayjs(min) })}
            {...(max && { maxDate: dayjs(max) })}
          />
        )}
      </NoFormStyle>
    </Antd>
  )
}

export function DaysBox({
  ids,
  from,
  to,
  onChange,
  min,
  max,
  presets,
  timeZone,
  startWith,
}: DaysInputProps & Started) {
  const format = formats.day.value
  const Picker = usePickers(timeZone)
  const today = nowIn(timeZone)
  const opening = useOpen(startWith, Picker, ids.from, ids.to)
  const days = [parse(from, format), parse(to, format)] as const
  const change = (dates: readonly (Dayjs | null)[] | null) =>
    onChange({ from: dates?.[0]?.format(format) ?? '', to: dates?.[1]?.format(format) ?? '' })
  return (
    <Antd>
      <Picker.RangePicker
        id={{ start: ids.from, end: ids.to }}
        value={[days[0], days[1]]}
        {...opening}
        onCalendarChange={(dates, _, { range }) => {
          change(dates)
          // The calendar would cover what follows the fields.
          if (range === 'end' && dates?.[0] && dates[1]) opening.onOpenChange(false)
        }}
        onChange={change}
        format={format}
        placeholder={[format, format]}
        presets={[
          { label: presets.thisMonth, value: [today.startOf('month'), today] },
          {
            label: presets.lastMonth,
            value: [today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')],
          },
          { label: presets.thisYear, value: [today.startOf('year'), today] },
        ]}
        minDate={dayjs(min)}
        maxDate={dayjs(max)}
        allowClear={false}
        classNames={{ popup: { root: styles.days ?? '' } }}
        style={{ width: '100%' }}
      />
    </Antd>
  )
}
