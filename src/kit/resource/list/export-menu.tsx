import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { type Format, formats, maxPageSize } from '#contract/kit/listing.ts'
import { searchOf } from '#contract/kit/wire.ts'
import { isImportable } from '#contract/platform/imports.ts'
import type { ReportSource } from '#contract/platform/reports.ts'
import { Button, ButtonLink } from '../../button.tsx'
import { useCanCall, useCurrentUser } from '../../current-user.ts'
import { download } from '../../download.ts'
import { CheckItem, ChoiceItem, Form, type FormValues } from '../../form.tsx'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import { Popover } from '../../popover.tsx'
import { SendOnSchedule } from '../../reports/send-on-schedule.tsx'
import { toast } from '../../toasts.ts'
import { exportQueryOf } from '../list-query.ts'
import styles from '../menu.module.css'
import type { Resource } from '../resource.ts'
import { encodeView, type View } from '../view.ts'

interface ExportMenuProps {
  of: Resource
  view: View
  columns: readonly string[]
  /** Individually selected rows; can be exported only if their ids fit into one query. */
  chosen: ReadonlySet<string>
  /** File name, without date and extension. */
  title: string
}

interface ExportChoices extends FormValues {
  format: Format
  /** Names and translated values instead of ids and codes. */
  labelled: boolean
  onlyChosen: boolean
}

/** The day of an export or, of the past, its time in UTC. */
const fileTime = ({ asOf }: View) =>
  asOf
    ? `${new Date(asOf).toISOString().slice(0, 16).replace('T', ' ').replace(':', '')}Z`
    : new Date().toISOString().slice(0, 10)

/** Exports all rows of the view, or only the selected ones, in its order and with its columns. */
export function ExportMenu({ of, view, columns, chosen, title }: ExportMenuProps) {
  const { t, i18n } = useTranslation('kit')
  const wording = useLocaleFormats()
  const dates = useFormat()
  const { time_zone } = useCurrentUser()
  const mayCreate = useCanCall()(of.api.create)
  const mayImport = mayCreate && !view.asOf && isImportable(of.api.list, of.api.create)
  const { bytes, start, stop } = useExport(of)
  const [choices, setChoices] = useState<ExportChoices>({ format: 'xlsx', labelled: true, onlyChosen: true })
  const offersChosen = chosen.size > 0 && chosen.size <= maxPageSize
  const onlyChosen = offersChosen && choices.onlyChosen

  if (bytes !== null) {
    const size = wording.quantity(Math.round(bytes / 1e5) / 10, 'megabyte')
    return (
      <Button icon={<CloseOutlined />} aria-label={t('export.stop')} onClick={stop}>
        <span className="numbers">{t('export.going', { size })}</span>
      </Button>
    )
  }

  const label = t(mayImport ? 'export.orImport' : 'export.export')
  const language = i18n.language as Language
  return (
    <Popover
      label={label}
      trigger={props => (
        <Button
          {...props}
          variant="quiet"
          icon={<DownloadOutlined />}
          aria-label={label}
          title={label}
          shrinks
        >
          {t('export.export')}
        </Button>
      )}
    >
      {close => (
        <Form<ExportChoices>
          label={t('export.export')}
          layout="stack"
          initial={choices}
          onChange={setChoices}
          failed={t('export.failed')}
          send={async ({ format, labelled }) => {
            close()
            const query = exportQueryOf(view, columns, of, time_zone, {
              format,
              ...(labelled && { language }),
              ...(onlyChosen && { ids: [...chosen] }),
            })
            void start(query, `${title} ${fileTime(view)}.${format}`)
          }}
        >
          <ChoiceItem
            name="format"
            label={t('export.as')}
            options={formats.map(value => ({ value, label: t(`export.formats.${value}`) }))}
          />
          <CheckItem name="labelled" label={t('export.labelled')} />
          {offersChosen && (
            <CheckItem name="onlyChosen" label={t('export.onlyChosen', { count: chosen.size })} />
          )}
          {view.asOf && (
            <p className={styles.quiet}>{t('past.export', { time: dates.dateTime(view.asOf) })}</p>
          )}
          <p className={styles.quiet}>
            {t(onlyChosen ? 'export.extentChosen' : 'export.extent', { count: columns.length })}
          </p>
          <div className={styles.foot}>
            {!view.asOf && !view.removed && (
              <SendOnSchedule source={sourceOf(of, view, columns, time_zone)} name={title} />
            )}
            {mayImport && (
              <ButtonLink variant="quiet" to={`${of.path}/import`}>
                {t('import.open')}
              </ButtonLink>
            )}
            <Button variant="main" type="submit">
              {t('export.download')}
            </Button>
          </div>
        </Form>
      )}
    </Popover>
  )
}

/** The view as the content of a report: its export, and the address that shows it. */
function sourceOf(of: Resource, view: View, columns: readonly string[], zone: string): ReportSource {
  const { _format, ...query } = exportQueryOf(view, columns, of, zone, { format: 'csv' })
  const search = encodeView({ ...view, page: 1, after: null }, of)
  return {
    kind: 'list',
    name: of.name,
    query: searchOf(query).slice(1),
    path: `${of.path}?${search}`,
    range: '30d',
  }
}

/** Exports a list, one file at a time; cancelled when the screen unmounts. */
export function useExport({ api }: Resource) {
  const { t } = useTranslation('kit')
  /** Bytes received; null while idle. */
  const [bytes, setBytes] = useState<number | null>(null)
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  async function start(query: Record<string, unknown>, name: string) {
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller
    setBytes(0)
    try {
      await download(api.list, { query, signal }, name, setBytes)
      toast({ tone: 'good', text: t('export.done', { name }) })
    } catch (error) {
      if (!signal.aborted) {
        toast({ tone: 'bad', text: t('export.failed'), detail: error instanceof Error ? error.message : '' })
      }
    }
    setBytes(null)
  }

  return { bytes, start, stop: () => controllerRef.current?.abort() }
}
