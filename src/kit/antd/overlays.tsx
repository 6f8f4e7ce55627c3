import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { Drawer as AntdDrawer, Modal as AntdModal } from 'antd'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Antd } from './provider.tsx'

const focusable = 'input, select, textarea, button, a[href], summary, [tabindex="0"]:not([data-sentinel])'

/**
 * Focuses the first control of an overlay when it opens, unless one has `autoFocus`. antd would focus the overlay
 * itself, once its animation has ended.
 */
function InitialFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const overlay = mark.current?.closest('[role="dialog"]')
    // Dialogs wrap their content in an element that is focusable only to keep the focus inside.
    const content = overlay?.querySelector('.ant-modal-content') ?? overlay
    if (overlay?.contains(document.activeElement)) return
    content?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
  }, [])
  return <span ref={mark} hidden />
}

const portal = () => document.body
const outlined: CSSProperties = { border: '1px solid var(--line)', boxShadow: 'var(--shadow)' }

export interface ModalProps {
  /** The visible heading, or the accessible name alone. */
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
  width: number
  /** Keeps the dialog's padding and centering away, for content that fills it. */
  bare?: boolean
  /** Whether a click outside closes it. */
  dismissible?: boolean
  onClose: () => void
}

export function Modal({
  title,
  children,
  footer = null,
  width,
  bare = false,
  dismissible = false,
  onClose,
}: ModalProps) {
  return (
    <Antd>
      <AntdModal
        open
        centered={!bare}
        title={title}
        footer={footer}
        closable={false}
        maskClosable={dismissible}
        width={`min(${width}px, calc(100vw - 32px))`}
        onCancel={onClose}
        getContainer={portal}
        styles={{
          content: bare
            ? { ...outlined, padding: 0, overflow: 'hidden' }
            : { ...outlined, padding: '20px 24px' },
          ...(bare && { header: { margin: 0 } }),
          footer: { marginBlockStart: 20 },
        }}
      >
        {children}
        <InitialFocus />
      </AntdModal>
    </Antd>
  )
}

export interface SidePanelProps {
  /** The visible heading; without one, `label` is the accessible name. */
  title?: string
  label?: string
  /** Shown next to the title. */
  tools?: ReactNode
  side?: 'start' | 'end'
  width: string
  children: ReactNode
  onClose: () => void
}

export function SidePanel({ title, label, tools, side = 'end', width, children, onClose }: SidePanelProps) {
  const { t, i18n } = useTranslation()
  const isLeft = (side === 'start') === (i18n.dir() === 'ltr')
  return (
    <Antd>
      <AntdDrawer
        open
        placement={isLeft ? 'left' : 'right'}
        width={width}
        title={title && <h2 style={{ fontSize: 'inherit', overflowWrap: 'anywhere' }}>{title}</h2>}
        aria-label={label}
        extra={tools}
        closable={
          title !== undefined && {
            placement: 'end',
            closeIcon: <CloseOutlined aria-hidden />,
            'aria-label': t('close'),
          }
        }
        push={false}
        autoFocus={false}
        onClose={onClose}
        getContainer={portal}
        styles={{
          body: title === undefined ? { padding: 0 } : { display: 'grid', alignContent: 'start', gap: 16 },
          content: { borderInline: '1px solid var(--line)' },
        }}
      >
        {children}
        <InitialFocus />
      </AntdDrawer>
    </Antd>
  )
}
