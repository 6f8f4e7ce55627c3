import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { type Format, formats, maxPage } from '#contract/kit/listing.ts'
import { isImportable } from '#contract/platform/imports.ts'
import { Button, ButtonLink } from '../../button.tsx'
import { useCaller } from '../../caller.ts'
import { Popover } from '../../popover.tsx'
import { useWording } from '../../wording.ts'
import { useMay } from '../may.ts'
import styles from '../menu.module.css'
import type { Resource } from '../resource.ts'
import type { View } from '../view.ts'
import { exportQueryOf } from '../wire.ts'
import { useExport } from './use-export.ts'

interface ExportMenuProps {
  of: Resource
  view: View
  columns: readonly string[]
  /** The rows chosen one by one; more than a query can name are not offered on their own. */
  chosen: ReadonlySet<string>
  /** Names the file. */
  title: string
}

/**
 * Downloads exactly the rows that the view narrows to, all pages of them, in its order and with its columns; or of
 * these only the chosen ones.
 */
export function ExportMenu({ of, view, columns, chosen, title }: ExportMenuProps) {
  const { t, i18n } = useTranslation('kit')
  const wording = useWording()
  const { time_zone } = useCaller()
  const mayImport = useMay()(of.api.create) && isImportable(of.api.list, of.api.create)
  const { bytes, start, stop } = useExport(of)
  const [format, setFormat] = useState<Format>('xlsx')
  const [labelled, setLabelled] = useState(true)
  const [everything, setEverything] = useState(false)
  const offersChosen = chosen.size > 0 && chosen.size <= maxPage
  const onlyChosen = offersChosen && !everything

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
        <Button {...props} look="quiet" icon={<DownloadOutlined />} aria-label={label} title={label} />
      )}
    >
      {close => (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            close()
            const query = exportQueryOf(view, columns, of, time_zone, {
              format,
              ...(labelled && { language }),
              ...(onlyChosen && { ids: [...chosen] }),
            })
            void start(query, `${title} ${new Date().toISOString().slice(0, 10)}.${format}`)
          }}
        >
          <fieldset className={styles.choices}>
            <legend className={styles.heading}>{t('export.as')}</legend>
            {formats.map(name => (
              <label key={name} className={styles.option}>
                <input
                  type="radio"
                  name="format"
                  checked={format === name}
                  onChange={() => setFormat(name)}
                />
                {t(`export.formats.${name}`)}
              </label>
            ))}
          </fieldset>
          <label className={styles.option}>
            <input
              type="checkbox"
              checked={labelled}
              onChange={({ target }) => setLabelled(target.checked)}
            />
            {t('export.labelled')}
          </label>
          {offersChosen && (
            <label className={styles.option}>
              <input
                type="checkbox"
                checked={onlyChosen}
                onChange={({ target }) => setEverything(!target.checked)}
              />
              {t('export.onlyChosen', { count: chosen.size })}
            </label>
          )}
          <p className={styles.quiet}>
            {t(onlyChosen ? 'export.extentChosen' : 'export.extent', { count: columns.length })}
          </p>
          <div className={styles.foot}>
            {mayImport && (
              <ButtonLink look="quiet" to={`${of.path}/import`}>
                {t('import.open')}
              </ButtonLink>
            )}
            <Button look="main" type="submit">
              {t('export.download')}
            </Button>
          </div>
        </form>
      )}
    </Popover>
  )
}
