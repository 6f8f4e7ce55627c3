import { Tooltip } from 'antd'
import { Antd } from './provider.tsx'

/** Above every dialog and drawer, below the notifications. */
const zIndex = 2040

/** What is outside every landmark and dialog is lost to screen readers that move by them. */
const landmarkOf = (anchor: HTMLElement) =>
  anchor.closest<HTMLElement>('[role="dialog"], main, aside, header') ?? document.body

/** A tooltip at an element that is not rendered here. */
export function TooltipAt({ anchor, text }: { anchor: HTMLElement; text: string }) {
  return (
    <Antd>
      <Tooltip
        open
        title={text}
        zIndex={zIndex}
        getPopupContainer={landmarkOf}
        {...{ getTriggerDOMNode: () => anchor }}
      >
        <span hidden />
      </Tooltip>
    </Antd>
  )
}
