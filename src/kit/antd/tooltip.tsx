import { Tooltip } from 'antd'
import { Antd, popupContainer } from './provider.tsx'

/** Above every dialog and drawer, below the notifications. */
const zIndex = 2040

/** A tooltip at an element that is not rendered here. */
export function TooltipAt({ anchor, text }: { anchor: HTMLElement; text: string }) {
  return (
    <Antd>
      <Tooltip
        open
        title={text}
        zIndex={zIndex}
        getPopupContainer={popupContainer}
        {...{ getTriggerDOMNode: () => anchor }}
      >
        <span hidden />
      </Tooltip>
    </Antd>
  )
}
