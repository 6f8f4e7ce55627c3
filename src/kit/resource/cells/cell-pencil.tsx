import EditOutlined from '@ant-design/icons/EditOutlined'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import styles from '../list/row-table.module.css'

interface CellPencilProps {
  scroller: RefObject<HTMLElement | null>
  /** Whether the cells of a column can be edited in place. */
  canEdit: (column: string) => boolean
  edit: (cell: HTMLElement) => void
}

/** A button in the cell under the mouse that edits it. The keyboard has F2, and cards on telephones have the form. */
export function CellPencil({ scroller, canEdit, edit }: CellPencilProps) {
  const { t } = useTranslation('kit')
  const [cell, setCell] = useState<HTMLElement>()

  useEffect(() => {
    const body = scroller.current
    const handle = ({ target, pointerType, type }: PointerEvent) => {
      const under =
        type === 'pointerover' && pointerType === 'mouse'
          ? (target as Element).closest<HTMLElement>('td[data-column]')
          : null
      // A cell with a button of its own, such as the one for the form, has no place for another one.
      const isFree = under && !under.dataset.edited && !under.querySelector('button:not([data-pencil])')
      setCell(isFree && canEdit(under.dataset.column as string) ? under : undefined)
    }
    body?.addEventListener('pointerover', handle)
    body?.addEventListener('pointerleave', handle)
    return () => {
      body?.removeEventListener('pointerover', handle)
      body?.removeEventListener('pointerleave', handle)
    }
  }, [scroller, canEdit])

  if (!cell?.isConnected) return null
  return createPortal(
    <span className={styles.pencil}>
      <Button
        variant="quiet"
        icon={<EditOutlined />}
        tabIndex={-1}
        data-pencil
        title={`${t('edit')}: ${cell.dataset.label}`}
        onClick={() => {
          setCell(undefined)
          edit(cell)
        }}
      />
    </span>,
    cell,
  )
}
