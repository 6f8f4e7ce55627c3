import InboxOutlined from '@ant-design/icons/InboxOutlined'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kit/language.ts'
import { type Import, imports, maxImportBytes, maxImportRows } from '#contract/platform/imports.ts'
import { call, errorDetail } from '../../call.ts'
import { Callout } from '../../callout.tsx'
import { useFormat } from '../../format.ts'
import { useLocaleFormats } from '../../locale-formats.ts'
import { useLabels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './import.module.css'
import { fieldsToImport } from './mapping-form.tsx'

interface FileDropProps {
  of: Resource
  /** Called with the uploaded import. */
  go: (file: Import) => void
}

/** Uploads a CSV file, dropped or chosen. */
export function FileDrop({ of, go }: FileDropProps) {
  const { t, i18n } = useTranslation('kit')
  const format = useFormat()
  const { list } = useLocaleFormats()
  const labels = useLabels(of.name)
  const id = useId()
  const [over, setOver] = useState(false)
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string>()

  async function upload(file: File | undefined) {
    if (!file || pending) return
    setFailed(undefined)
    if (file.size > maxImportBytes) {
      setFailed(t('import.tooLarge', { size: format.number(maxImportBytes / 1e6) }))
      return
    }
    setPending(true)
    try {
      const query = { resource: of.name, name: file.name, language: i18n.language as Language }
      go(await call(imports.upload, { query, body: file }))
    } catch (error) {
      setFailed(errorDetail(error) ?? t('import.uploadFailed'))
    }
    setPending(false)
  }

  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <div className={styles.panel}>
      <label
        htmlFor={id}
        className={styles.drop}
        data-over={over || undefined}
        aria-busy={pending}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={event => {
          drag(false)(event)
          void upload(event.dataTransfer.files[0])
        }}
      >
        <InboxOutlined className={styles.dropIcon} aria-hidden />
        <strong>{t(pending ? 'import.uploading' : 'import.drop')}</strong>
        <span className={styles.quiet}>{t('import.limits', { count: maxImportRows })}</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="spoken"
          onChange={({ target }) => {
            void upload(target.files?.[0])
            target.value = ''
          }}
        />
      </label>
      {failed && (
        <Callout tone="bad" role="alert">
          {failed}
        </Callout>
      )}
      <p className={styles.quiet}>
        {t('import.columns', {
          columns: list(fieldsToImport(of).map(({ name }) => labels.field(name))),
        })}
      </p>
    </div>
  )
}
