import { Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './popover.module.css'
import { Antd } from './provider.tsx'

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

interface PopoverPanelProps {
  /** Accessible name. */
  label: string
  anchor: RefObject<HTMLElement | null>
  children: ReactNode
  /** Closes it where the focus has gone elsewhere. */
  onDismiss: () => void
  /** Closes it and returns the focus. */
  onClose: () => void
}

/** The open panel of a popover, at its button. */
export function PopoverPanel({ label, anchor, children, onDismiss, onClose }: PopoverPanelProps) {
  return (
    <Antd>
      <Popover
        open
        trigger="click"
        placement="bottomLeft"
        align={{ overflow: { adjustX: true, adjustY: true, shiftX: true } }}
        arrow={false}
        destroyOnHidden
        onOpenChange={isOpen => !isOpen && onDismiss()}
        styles={{ body: { padding: 0 } }}
        content={
          <Panel label={label} onClose={onClose}>
            {children}
          </Panel>
        }
        {...{ getTriggerDOMNode: () => anchor.current }}
      >
        <span hidden />
      </Popover>
    </Antd>
  )
}

function Panel({ label, children, onClose }: Pick<PopoverPanelProps, 'label' | 'children' | 'onClose'>) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
  }, [])

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    else if (event.key !== 'Tab') return
    else {
      const all = [...(panel.current?.querySelectorAll<HTMLElement>(focusable) ?? [])]
      if (document.activeElement !== all.at(event.shiftKey ? 0 : -1)) return
      all.at(event.shiftKey ? -1 : 0)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={panel} role="dialog" aria-label={label} className={styles.panel} onKeyDown={press}>
      {children}
    </div>
  )
}
