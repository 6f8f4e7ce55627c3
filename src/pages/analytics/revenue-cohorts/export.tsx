import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#kit/button.tsx'
import { saveCsv, saveFile } from '#kit/download.ts'
import { Popover } from '#kit/popover.tsx'
import { toast } from '#kit/toasts.ts'
import styles from './grid.module.css'

type Rows = readonly (readonly (string | number | null)[])[]

const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves rows as a workbook with one sheet, whose first row and column stay visible. */
async function saveXlsx(name: string, rows: Rows): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx')
  const content = await writeXlsx({
    sheets: [
      { name: name.slice(0, 31), rows: rows.map(row => [...row]), freezePane: { rows: 1, columns: 1 } },
    ],
  })
  saveFile(`${name}.xlsx`, new Blob([new Uint8Array(content)], { type: spreadsheetType }))
}

/** Saves the table as a file for programs or for spreadsheets. */
export function ExportButton({ name, rows }: { name: string; rows: Rows }) {
  const { t } = useTranslation('cohorts')
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      format === 'csv' ? saveCsv(name, rows) : saveXlsx(name, rows),
    onError: () => toast({ tone: 'bad', text: t('exportFailed') }),
  })
  return (
    <Popover
      label={t('export')}
      trigger={props => (
        <Button {...props} icon={<DownloadOutlined />} pending={save.isPending}>
          {t('export')}
        </Button>
      )}
    >
      {close => (
        <div className={styles.tools}>
          {(['csv', 'xlsx'] as const).map(format => (
            <Button
              key={format}
              variant="quiet"
              onClick={() => {
                close()
                save.mutate(format)
              }}
            >
              {t(`formats.${format}`)}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}
