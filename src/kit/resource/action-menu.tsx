import MoreOutlined from '@ant-design/icons/MoreOutlined'
import {
  createContext,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../button.tsx'
import { Popover } from '../popover.tsx'
import menu from './menu.module.css'

interface OpenMenu {
  panel: HTMLElement
  close: () => void
}

const OpenMenuContext = createContext<OpenMenu | null>(null)

/**
 * A menu of further actions. Its children stay mounted, so that what they open outlives the menu: their
 * {@link ActionItem}s appear in it while it is open.
 */
export function ActionMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation('kit')
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const closer = useRef(() => {})
  const open = useMemo(() => panel && { panel, close: () => closer.current() }, [panel])
  // The popover opens before its items are there.
  useEffect(() => panel?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true }), [panel])
  return (
    <OpenMenuContext value={open}>
      <Popover
        label={t('actions')}
        trigger={props => (
          <Button {...props} icon={<MoreOutlined />} aria-label={t('actions')} title={t('actions')} />
        )}
      >
        {close => <Items ref={setPanel} close={close} closer={closer} />}
      </Popover>
      {children}
    </OpenMenuContext>
  )
}

interface ItemsProps {
  ref: Ref<HTMLDivElement>
  close: () => void
  /** Receives `close`. */
  closer: RefObject<() => void>
}

function Items({ ref, close, closer }: ItemsProps) {
  useEffect(() => {
    closer.current = close
  }, [close, closer])
  return <div ref={ref} className={menu.options} />
}

interface ActionItemProps {
  children: ReactNode
  /** Set for deletion, which stands apart from the others. */
  danger?: boolean
}

/** An item of an {@link ActionMenu}: a button, or a link. */
export function ActionItem({
  children,
  danger = false,
  ...target
}: ActionItemProps & ({ onSelect: () => void } | { to: string })) {
  const open = useContext(OpenMenuContext)
  if (!open) return null
  const className = danger ? `${menu.option} ${menu.danger}` : menu.option
  return createPortal(
    'to' in target ? (
      <Link className={className} to={target.to} onClick={open.close}>
        {children}
      </Link>
    ) : (
      <button
        type="button"
        className={className}
        onClick={() => {
          open.close()
          target.onSelect()
        }}
      >
        {children}
      </button>
    ),
    open.panel,
  )
}
